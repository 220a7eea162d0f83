import { maxLogoBytes, quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { wireQuoteDefaults, wireQuoteSettings } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(() => {
  mockShell()
  mockRoute(quoteSettingsRoutes.read, () => wireQuoteSettings())
})

async function open() {
  await renderRoute('/profile?tab=quote-page')
  return within(await screen.findByRole('form', { name: 'Quote page' }))
}

type Form = Awaited<ReturnType<typeof open>>
const retype = async (form: Form, name: string, text: string) => {
  const field = form.getByRole('textbox', { name })
  await userEvent.clear(field)
  if (text !== '') await userEvent.type(field, text)
}
const save = (form: Form) => userEvent.click(form.getByRole('button', { name: 'Save' }))

test('the team’s quote texts are saved, and the preview updates while typing', async () => {
  const saved = mockRoute(quoteSettingsRoutes.change, ({ body }) => wireQuoteSettings(Object(body)))
  const form = await open()
  const preview = within(form.getByRole('region', { name: 'Preview' }))
  expect(preview.getByText('Harbour Box Office')).toBeTruthy()
  await retype(form, 'Name on the page', 'Harbour Hospitality')
  expect(preview.getByText('Harbour Hospitality')).toBeTruthy()
  await retype(form, 'Contact phone', '')
  await userEvent.click(form.getByRole('checkbox', { name: 'Hold tickets automatically on acceptance' }))
  await retype(form, 'Maximum tickets', '8')
  await userEvent.click(form.getByRole('checkbox', { name: 'opened' }))
  await save(form)
  expect(await form.findByText('Quote page saved')).toBeTruthy()
  expect(saved.map(({ body }) => body)).toEqual([
    {
      name: 'Harbour Hospitality',
      colour: '#0a6a4d',
      contact_email: 'quotes@harbour.example',
      contact_phone: '',
      offers_alternatives: true,
      hold_on_accept: { enabled: true, max_tickets: 8 },
      mail: { view: false, accept: true, decline: true, unopened: true },
      defaults: wireQuoteDefaults(),
    },
  ])
})

test('a colour with too little contrast shows a warning and the colour used instead', async () => {
  const form = await open()
  expect(form.getByText(/^Readable on white \(6\.\d to 1\)/)).toBeTruthy()
  await retype(form, 'Colour', '#FFE066')
  expect(form.getByText(/^Contrast too low .* darker shade/)).toBeTruthy()
  await retype(form, 'Colour', 'green')
  await save(form)
  expect(form.getByText('Must be a colour such as #0a6a4d')).toBeTruthy()
})

test.each([
  ['Contact email', 'quotes@', 'Must be a valid email address'],
  ['Name on the page', 'x'.repeat(81), 'Must be at most 80 characters'],
])('an invalid "%s" shows an error at its field and is not sent', async (name, text, message) => {
  const saved = mockRoute(quoteSettingsRoutes.change, () => wireQuoteSettings())
  const form = await open()
  await userEvent.clear(form.getByRole('textbox', { name }))
  fireEvent.change(form.getByRole('textbox', { name }), { target: { value: text } })
  await save(form)
  expect(form.getByText(message)).toBeTruthy()
  expect(saved).toEqual([])
})

test('the terms of new quotes are saved; a fixed commission needs a currency', async () => {
  const saved = mockRoute(quoteSettingsRoutes.change, ({ body }) => wireQuoteSettings(Object(body)))
  const form = await open()
  const terms = within(form.getByRole('group', { name: 'New quotes start with' }))
  await userEvent.click(terms.getByRole('radio', { name: 'A fixed amount per ticket' }))
  await userEvent.type(terms.getByRole('textbox', { name: 'Commission per ticket' }), '12.50')
  await userEvent.click(terms.getByRole('radio', { name: 'Client chooses one' }))
  await userEvent.type(terms.getByRole('textbox', { name: 'Note to the client' }), 'Side by side.')
  await save(form)
  expect(terms.getByText('Is required for a fixed commission')).toBeTruthy()
  expect(saved).toEqual([])
  await userEvent.click(terms.getByRole('button', { name: /Currency/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'EUR' }))
  await save(form)
  expect(await form.findByText('Quote page saved')).toBeTruthy()
  expect(saved[0]?.body).toMatchObject({
    defaults: wireQuoteDefaults({
      commission_method: 'fixed',
      commission_amount: '12.50',
      currency_to_display: 'EUR',
      offer_choice: 'one',
      note: 'Side by side.',
    }),
  })
})

test('a rejection shows the reason and keeps the input', async () => {
  mockRoute(quoteSettingsRoutes.change, () =>
    errorReply(403, 'Only an owner of the team can do this', 'team.not_owner'),
  )
  const form = await open()
  await retype(form, 'Name on the page', 'Harbour')
  await save(form)
  expect((await form.findByRole('alert')).textContent).toBe('Only an owner of the team can do this')
  expect(form.getByDisplayValue('Harbour')).toBeTruthy()
})

test('an error that no field shows appears below the form', async () => {
  mockRoute(quoteSettingsRoutes.change, () =>
    errorReply(422, 'name: is too long', 'input.invalid', {
      fields: { name: ['is too long'], 'hold_on_accept.max_tickets': ['must be at most 60'] },
    }),
  )
  const form = await open()
  await save(form)
  expect(await form.findByText('Is too long')).toBeTruthy()
  expect(form.getByText('hold_on_accept.max_tickets: must be at most 60')).toBeTruthy()
})

test('a logo is uploaded as base64, shown, and can be removed', async () => {
  const sent = mockRoute(quoteSettingsRoutes.changeLogo, () => wireQuoteSettings({ logo: '/api/logos/lg_1' }))
  mockRoute(quoteSettingsRoutes.removeLogo, () => wireQuoteSettings())
  const form = await open()
  await userEvent.upload(
    form.getByLabelText('Logo file'),
    new File(['picture'], 'logo.png', { type: 'image/png' }),
  )
  expect((await form.findByRole('img', { name: 'Team logo' })).getAttribute('src')).toBe('/api/logos/lg_1')
  expect(sent.map(({ body }) => body)).toEqual([{ base64: btoa('picture') }])
  await userEvent.click(form.getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(form.queryByRole('img', { name: 'Team logo' })).toBeNull())
})

test.each([
  [
    'an SVG',
    new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }),
    'The logo must be a PNG, JPEG or WebP image',
  ],
  [
    'too large',
    new File([new Uint8Array(maxLogoBytes + 1)], 'logo.png', { type: 'image/png' }),
    'The logo must be 2 MB or smaller',
  ],
  ['empty', new File([], 'logo.png', { type: 'image/png' }), 'This file is empty'],
])('a logo that is %s is rejected before the upload', async (_, file, message) => {
  const sent = mockRoute(quoteSettingsRoutes.changeLogo, () => wireQuoteSettings())
  const form = await open()
  // A dropped file bypasses the file picker’s filter.
  fireEvent.change(form.getByLabelText('Logo file'), { target: { files: [file] } })
  expect((await form.findByRole('alert')).textContent).toBe(message)
  expect(sent).toEqual([])
})

test('an image rejected by the server shows the reason', async () => {
  mockRoute(quoteSettingsRoutes.changeLogo, () =>
    errorReply(422, 'This image can’t be used as a logo', 'quote.logo_invalid'),
  )
  const form = await open()
  await userEvent.upload(form.getByLabelText('Logo file'), new File(['x'], 'logo.png', { type: 'image/png' }))
  expect((await form.findByRole('alert')).textContent).toBe('This image can’t be used as a logo')
})

test('a member sees the settings read-only with the team’s own address', async () => {
  mockRoute(quoteSettingsRoutes.read, () =>
    wireQuoteSettings({ may_manage: false, quote_origin: 'https://quotes.harbour.example' }),
  )
  const form = await open()
  expect(screen.getByText('Only team owners can change the quote page.')).toBeTruthy()
  expect(screen.getByText('https://quotes.harbour.example')).toBeTruthy()
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Name on the page' }).disabled).toBe(true)
  expect(form.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('settings that fail to load show an error and can be retried', async () => {
  let isUp = false
  mockRoute(quoteSettingsRoutes.read, () => (isUp ? wireQuoteSettings() : errorReply(400, 'Not just now')))
  await renderRoute('/profile?tab=quote-page')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isUp = true
  await userEvent.click(retry)
  expect(await screen.findByRole('form', { name: 'Quote page' })).toBeTruthy()
})
