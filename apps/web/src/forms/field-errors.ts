import type { z } from 'zod/mini'
import { ApiError } from '#web/lib/http/api-error.ts'
import { toSentence } from '#web/lib/format/sentence.ts'

/** Validates values with the request schema (spec §5) and returns the first message per field; empty when valid. */
export function fieldErrors(schema: z.ZodMiniType | undefined, values: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of schema?.safeParse(values).error?.issues ?? []) {
    errors[String(path[0])] ??= message
  }
  return errors
}

export type FieldErrors = Partial<Record<string, string>>

export function serverFieldErrors(error: unknown): FieldErrors {
  return error instanceof ApiError ? asSentences(error.fieldErrors) : {}
}

/** Whether the server named invalid fields and the form shows the error of each. If not, a general message is needed. */
export function areAllErrorsShown(serverErrors: FieldErrors, shownFields: readonly string[]): boolean {
  const names = Object.keys(serverErrors)
  return names.length > 0 && names.every((name) => shownFields.includes(name))
}

/** Turns the contract's messages into sentences. */
export function asSentences(errors: Record<string, string>): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, toSentence(text)]))
}
