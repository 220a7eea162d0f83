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

/** Turns the contract's messages into sentences. */
export function asSentences(errors: Record<string, string>): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, toSentence(text)]))
}
