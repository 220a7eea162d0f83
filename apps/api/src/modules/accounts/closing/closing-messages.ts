import type { ClosingReason, WireClosing } from '@terrace/contracts/closing'
import type { Closing } from './closing.repo.ts'

const plural = (count: number, one: string, many: string) =>
  count === 1 ? one : many.replace('#', `${count}`)

/** What is in the way, and what to do about it. */
const messages: Readonly<Record<ClosingReason, (count: number) => string>> = {
  only_owner: () =>
    'You are the only owner of a team with other members. Make someone else an owner, or remove the members first',
  last_operator: () => 'You are the only operator. Add another operator first',
  undelivered_orders: (count) =>
    plural(count, 'One order is not delivered yet', '# orders are not delivered yet'),
  undelivered_sales: (count) =>
    plural(count, 'You have not delivered one sale yet', 'You have not delivered # sales yet'),
  listings_on_sale: (count) =>
    plural(
      count,
      'One listing is still on sale. Withdraw it first',
      '# listings are still on sale. Withdraw them first',
    ),
  payments: () => 'A payment is running. Wait until it has finished',
  holds: () => 'You hold tickets. Release them, or wait until the holds expire',
  email_change: () =>
    'Your email address changed within the last 72 hours. Wait until the previous address can no longer undo the change',
}

export function presentClosing({ reasons, counts, endsTeam }: Closing): WireClosing {
  return {
    reasons: reasons.map((reason) => ({ reason, message: messages[reason](counts[reason] ?? 0) })),
    ends_team: endsTeam,
  }
}
