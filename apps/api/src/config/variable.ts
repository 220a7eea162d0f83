import { z } from 'zod'

/** Entry for a variable in `docs/guides/configuration.md`. */
export interface VariableNote {
  meaning: string
  example: string
  /** The default, when the schema cannot express it. */
  default?: string
  /** Neither secret nor personal, although it is a text: support may see it. */
  isPublic?: true
}

/** Attaches the note that the configuration guide prints. */
export function described<Schema extends z.ZodType>(schema: Schema, note: VariableNote): Schema {
  return schema.meta({ ...note })
}

/** The note of a variable. @throws when `described` was not applied to it. */
export function noteOf(name: string, schema: z.ZodType): VariableNote {
  const { meaning, example, default: fallback, isPublic } = schema.meta() ?? {}
  if (typeof meaning !== 'string' || typeof example !== 'string')
    throw new Error(`${name} has no description`)
  return {
    meaning,
    example,
    ...(typeof fallback === 'string' && { default: fallback }),
    ...(isPublic === true && { isPublic }),
  }
}

export const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true')

/** A whole number from 0. */
export const wholeNumber = (options: { default: number }) =>
  z.coerce.number().int().nonnegative().default(options.default)

/** Values separated by commas; empty when unset. */
export const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ''))

export const originList = list.refine(
  (parts) => parts.every((part) => URL.parse(part)?.origin === part),
  'must be origins such as https://tickets.example.com, separated by commas',
)

/** The URL of a service, to which paths are added. Credentials have variables of their own. */
export const serviceUrl = z.url({ protocol: /^https?$/ }).refine((text) => {
  const url = URL.parse(text)
  return url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
}, 'must be a URL without username, password, query or fragment')

/**
 * Problems that only production has, by variable. The function sees the unparsed variables, so these problems are
 * reported even when other variables of the concern are invalid.
 */
export function productionProblems(
  problemsOf: (env: Record<string, unknown>) => Record<string, string | undefined>,
) {
  // Returns nothing even with problems: the raw variables would not merge with those that other concerns have parsed.
  return z.looseObject({}).transform((env, context) => {
    if (env['APP_ENV'] === 'production')
      for (const [name, message] of Object.entries(problemsOf(env)))
        if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message })
    return {}
  })
}

/** Reports a problem with a combination of variables and fails the schema. */
export function reject(context: z.RefinementCtx, name: string, message: string): never {
  context.addIssue({ code: 'custom', path: [name], message })
  return z.NEVER
}
