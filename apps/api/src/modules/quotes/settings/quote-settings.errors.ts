import { defineErrors, type AppError } from '#api/shared/app-error.ts'

export const settingsErrors = defineErrors({
  'quote.name_reserved': { status: 422, title: 'This name can’t be used for quotes' },
  'quote.logo_invalid': { status: 422, title: 'This image can’t be used as a logo' },
  // Shown in the operator's CLI; see register-quote-origin.ts.
  'quote.origin_invalid': { status: 422, title: 'This origin can’t be used for quotes' },
})

export function senderNameError(brand: string): AppError {
  return settingsErrors.make('quote.name_reserved', {
    details: { fields: { name: [`can’t contain “${brand}”: clients would take your emails for ours`] } },
  })
}
