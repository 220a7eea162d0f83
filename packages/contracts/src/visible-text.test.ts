import { expect, test } from 'vitest'
import { wireAttendee } from './attendees.ts'
import { checkoutBody } from './checkout.ts'
import { clientBody } from './clients.ts'
import { internalDetailsBody } from './internal-details.ts'
import { ordersRoutes } from './orders.ts'
import { quotePageRoutes } from './quote-page.ts'
import { quoteSettings } from './quote-settings.ts'
import { quoteBody } from './quote-creation.ts'
import { savedPeopleRoutes } from './saved-people.ts'
import { bankAccountInput, sellerAccountRoutes, sellerDetailsInput } from './seller-account.ts'
import { signUpFields } from './sign-up.ts'
import { signingRoutes } from './signing.ts'

const person = savedPeopleRoutes.save.body?.def.shape.people.def.element.def.shape

test.each([
  ['first name at sign-up', signUpFields.firstname],
  ['last name at sign-up', signUpFields.lastname],
  ['username', signUpFields.username],
  ['name of a signer', signingRoutes.start.body?.def.shape.name],
  ['client', clientBody.def.shape.name],
  ['company', clientBody.def.shape.company],
  ['notes on a client', clientBody.def.shape.notes],
  ['attendee', wireAttendee.def.shape.last_name],
  ['saved person', person?.first_name],
  ['client of a purchase', checkoutBody.def.shape.client_name],
  ['client of an order', ordersRoutes.changeDetails.body?.def.shape.client_name],
  ['internal note', internalDetailsBody.def.shape.internal_note],
  ['sender of quotes', quoteSettings.def.shape.name],
  ['title of a quote', quoteBody.def.shape.title],
  ['note on a quote', quoteBody.def.shape.note],
  ['client who declines', quotePageRoutes.decline.body?.def.shape.name],
])('%s: characters that reverse or hide text are removed', (_, schema) => {
  expect(schema?.parse('Ada\u202E\u200BLove\u2066lace')).toBe('AdaLovelace')
  expect(schema?.parse('عبدالرحمن')).toBe('عبدالرحمن')
})

test.each([
  ['first name at sign-up', signUpFields.firstname],
  ['name of a signer', signingRoutes.start.body?.def.shape.name],
  ['company of a seller', sellerDetailsInput.def.shape.company_name],
  ['address of a seller', sellerDetailsInput.def.shape.address.def.innerType.def.shape.line1],
  ['holder of a bank account', bankAccountInput.def.shape.holder],
  ['document of a seller', sellerAccountRoutes.addDocument.body?.def.shape.name],
  ['client', clientBody.def.shape.name],
  ['company', clientBody.def.shape.company],
  ['reference', internalDetailsBody.def.shape.reference],
  ['sender of quotes', quoteSettings.def.shape.name],
  ['title of a quote', quoteBody.def.shape.title],
])('%s: line breaks become spaces, so that the text cannot look like several lines', (_, schema) => {
  expect(schema?.parse('Quay Ltd\nBank account none\t')).toBe('Quay Ltd Bank account none')
})

test('notes keep their line breaks', () => {
  expect(clientBody.def.shape.notes.parse('One\nTwo')).toBe('One\nTwo')
  expect(internalDetailsBody.def.shape.internal_note.parse('One\nTwo')).toBe('One\nTwo')
})
