import { defineErrors } from '#api/shared/app-error.ts'

export const clientErrors = defineErrors({
  'client.not_found': { status: 404, title: 'Client not found' },
  'client.unknown': { status: 422, title: 'This client is no longer in your client book. Choose another' },
  'client.duplicate': { status: 409, title: 'Another client has this email address' },
  'client.changed': {
    status: 409,
    title: 'Someone else changed this client. Reload it to see the changes, then edit again',
  },
  'client.book_full': {
    status: 409,
    title: 'Your client book is full. Delete clients that you no longer need',
  },
  'client.proposal_not_found': { status: 404, title: 'This suggestion was already accepted or dismissed' },
})
