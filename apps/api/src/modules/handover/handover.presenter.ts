import type { HandoverQuestion } from '@terrace/contracts/handover'
import type { HandoverIssuer } from '#api/config/handover.ts'
import type { Account } from '#api/modules/accounts/index.ts'

/** The question before another account replaces the current one. */
export function presentQuestion(
  { confirm, from, to }: { confirm: string; from: Account | undefined; to: Account },
  issuer: HandoverIssuer,
): HandoverQuestion {
  return { confirm, issuer: issuer.name, from: from ? person(from) : null, to: person(to) }
}

function person({ username, firstName, lastName, teamName }: Account): HandoverQuestion['to'] {
  return { username, name: `${firstName} ${lastName}`.trim(), team: teamName }
}
