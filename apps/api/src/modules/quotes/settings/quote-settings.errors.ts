import { defineErrors } from '#api/shared/app-error.ts'

export const settingsErrors = defineErrors({
  'quote.logo_invalid': { status: 422, title: 'This image can’t be used as a logo' },
  // Shown in the operator's CLI; see register-quote-origin.ts.
  'quote.origin_invalid': { status: 422, title: 'This origin can’t be used for quotes' },
})
