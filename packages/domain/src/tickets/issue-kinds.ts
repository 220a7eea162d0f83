/** Issues that a buyer can report about delivered or outstanding tickets, in the order of the form. */
export const issueKinds = [
  'not_received',
  'wrong_tickets',
  'wrong_seats',
  'file_unreadable',
  'not_admitted',
  'other',
] as const

export type IssueKind = (typeof issueKinds)[number]

const labels: Readonly<Record<IssueKind, string>> = {
  not_received: 'Tickets not received',
  wrong_tickets: 'Wrong tickets',
  wrong_seats: 'Wrong seats',
  file_unreadable: 'File won’t open',
  not_admitted: 'Refused entry',
  other: 'Something else',
}

export function issueLabel(kind: IssueKind): string {
  return labels[kind]
}
