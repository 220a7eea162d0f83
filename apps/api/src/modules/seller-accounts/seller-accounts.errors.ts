import { defineErrors } from '#api/shared/app-error.ts'

export const sellerErrors = defineErrors({
  'seller.not_editable': {
    status: 409,
    title: 'The application can’t be changed now. It has been submitted or decided',
  },
  'seller.incomplete': { status: 422, title: 'The application is incomplete' },
  'seller.document_invalid': { status: 422, title: 'base64: must be a PDF, JPEG or PNG file' },
  'seller.document_not_found': { status: 404, title: 'Document not found' },
  'seller.too_many_documents': { status: 422, title: 'An application has at most 10 documents' },
  'seller.not_approved': { status: 409, title: 'Your team does not sell yet' },
  'seller.not_found': { status: 404, title: 'This team has no application and does not sell' },
  'seller.wrong_state': { status: 409, title: 'The application is in another state' },
  'seller.nothing_changed': { status: 422, title: 'These are the details that we have already' },
  'seller.no_change': { status: 409, title: 'No change of details is waiting for a decision' },
  'seller.newer_change': {
    status: 409,
    title: 'The seller has requested another change since. Show it again before you decide',
  },
  'seller.over_limit': { status: 409, title: 'This would exceed your limit' },
  'seller.suspended': { status: 409, title: 'Selling is suspended' },
})
