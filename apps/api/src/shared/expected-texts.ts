import { expectedTextErrors } from './expected-texts.errors.ts'

type Texts<Name extends string> = Readonly<Record<Name, string | null>>

/**
 * Protects texts that several members edit: what the caller saw must still be stored, unless the change makes no
 * difference to it.
 * @throws `details.changed` with the stored texts in `current`
 */
export function assertExpectedTexts<Name extends string>(
  expected: { readonly [Key in Name]?: string | null | undefined } | undefined,
  { before, after }: { before: Texts<Name>; after: Texts<Name> },
): void {
  const entries = Object.entries<string | null>(before) as [Name, string | null][]
  const changed = entries.filter(([name, stored]) => {
    const seen = expected?.[name]
    return seen !== undefined && (seen || null) !== stored && after[name] !== stored
  })
  if (changed.length > 0)
    throw expectedTextErrors.make('details.changed', { details: { current: Object.fromEntries(changed) } })
}

/** The text to store. Without expected texts, one that is not given is removed; with them, it stays. */
export function changedText(
  given: string | undefined,
  stored: string | null,
  expected: object | undefined,
): string | null {
  return given === undefined && expected !== undefined ? stored : given || null
}
