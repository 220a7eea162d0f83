import { defineErrors } from '../../shared/app-error.ts'

export const settingsErrors = defineErrors({
  'quote.logo_refused': { status: 422, title: 'This picture cannot be a logo' },
  // For the operator's terminal; see register-quote-origin.ts.
  'quote.origin_refused': { status: 422, title: 'This cannot be a team’s own origin' },
})
