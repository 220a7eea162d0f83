import { nameOrNeutral } from '#api/shared/text/brand-name.ts'

/** A team's name for clients: in the emails, page, PDF and calendar entries of its quotes, which must not pass for ours. */
export function senderNameOf({ name, teamName }: { name: string; teamName: string }, brand: string): string {
  return nameOrNeutral(name || teamName, { brand, neutral: 'A broker' })
}
