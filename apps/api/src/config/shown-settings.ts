import { z } from 'zod'
import { variableSections } from './guide.ts'
import { noteOf } from './variable.ts'

export interface ShownSetting {
  name: string
  /** Of variables that cannot hold a secret or personal data: choices, numbers, and texts that everyone sees. */
  value?: string
}

/** The variables that are set. A value is shown only if its kind is known to be harmless, so new ones are hidden. */
export function shownSettings(env: Record<string, string | undefined> = process.env): ShownSetting[] {
  return Object.values(variableSections)
    .flatMap((variables) => Object.entries(variables))
    .flatMap(([name, schema]): ShownSetting[] => {
      const value = env[name]
      if (value === undefined) return []
      const isShown =
        (isChoiceOrNumber(schema) || noteOf(name, schema).isPublic === true) &&
        schema.safeParse(value).success
      return [isShown ? { name, value } : { name }]
    })
}

function isChoiceOrNumber(schema: unknown): boolean {
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean)
    return true
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return isChoiceOrNumber(schema.unwrap())
  return schema instanceof z.ZodPipe && isChoiceOrNumber(schema.def.in)
}
