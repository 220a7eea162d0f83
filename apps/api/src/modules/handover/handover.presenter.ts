import type { HandoverQuestion } from '@terrace/contracts/handover'
import type { HandoverIssuer } from '../../handover-config.ts'
import type { Account } from '../accounts/index.ts'

/** What the person at the browser is asked before somebody else takes their place. */
export function presentQuestion(
  { confirm, from, to }: { confirm: string; from: Account | undefined; to: Account },
  issuer: HandoverIssuer,
): HandoverQuestion {
  return { confirm, issuer: issuer.name, from: from ? person(from) : null, to: person(to) }
}

function person({ username, firstName, lastName, teamName }: Account): HandoverQuestion['to'] {
  return { username, name: `${firstName} ${lastName}`.trim(), team: teamName }
}
