import { mostLogoBytes, quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { wireQuoteSettings } from '#web/test/quote-factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(() => {
  answerShell()
  answer(quoteSettingsRoutes.read, () => wireQuoteSettings())
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

test('what a team says of its quotes is saved, and its head is drawn as it is typed', async () => {
  const saved = answer(quoteSettingsRoutes.change, ({ body }) =>
    wireQuoteSettings(quoteSettingsRoutes.change.body?.parse(body)),
  )
  const form = await open()
  const preview = within(form.getByRole('region', { name: 'Preview' }))
  expect(preview.getByText('Harbour Box Office')).toBeTruthy()
  await retype(form, 'Name on the page', 'Harbour Hospitality')
  expect(preview.getByText('Harbour Hospitality')).toBeTruthy()
  await retype(form, 'Contact phone', '')
  await userEvent.click(form.getByRole('checkbox', { name: 'What is accepted is held at once' }))
  await retype(form, 'At most', '8')
  await userEvent.click(form.getByRole('checkbox', { name: 'opened' }))
  await save(form)
  expect(await form.findByText('Your quote page has been saved')).toBeTruthy()
  expect(saved.map(({ body }) => body)).toEqual([
    {
      name: 'Harbour Hospitality',
      colour: '#0a6a4d',
      contact_email: 'quotes@harbour.example',
      contact_phone: '',
      offers_alternatives: true,
      hold_on_accept: { enabled: true, at_most: 8 },
      mail: { view: false, accept: true, decline: true },
    },
  ])
})

test('a colour that cannot be read on white is told of, with how it is drawn instead', async () => {
  const form = await open()
  expect(form.getByText(/^Readable on white \(6\.\d to 1\)/)).toBeTruthy()
  await retype(form, 'Colour', '#FFE066')
  expect(form.getByText(/^Too light to be read on white .* drawn darker/)).toBeTruthy()
  await retype(form, 'Colour', 'green')
  await save(form)
  expect(form.getByText('Must be a colour such as #0a6a4d')).toBeTruthy()
})

test.each([
  ['Contact email', 'quotes@', 'Must be a valid email address'],
  ['Name on the page', 'x'.repeat(81), 'Must be at most 80 characters'],
])('"%s" that is wrong is said at its field, and not sent', async (name, text, message) => {
  const saved = answer(quoteSettingsRoutes.change, () => wireQuoteSettings())
  const form = await open()
  await userEvent.clear(form.getByRole('textbox', { name }))
  fireEvent.change(form.getByRole('textbox', { name }), { target: { value: text } })
  await save(form)
  expect(form.getByText(message)).toBeTruthy()
  expect(saved).toEqual([])
})

test('a refusal of the server says why, and nothing typed is lost', async () => {
  answer(quoteSettingsRoutes.change, () =>
    fail(403, 'Only an owner of the team can do this', 'team.not_owner'),
  )
  const form = await open()
  await retype(form, 'Name on the page', 'Harbour')
  await save(form)
  expect((await form.findByRole('alert')).textContent).toBe('Only an owner of the team can do this')
  expect(form.getByDisplayValue('Harbour')).toBeTruthy()
})

test('a logo goes up as base64 and is shown, and is taken down again', async () => {
  const sent = answer(quoteSettingsRoutes.changeLogo, () => wireQuoteSettings({ logo: '/api/logos/lg_1' }))
  answer(quoteSettingsRoutes.removeLogo, () => wireQuoteSettings())
  const form = await open()
  await userEvent.upload(
    form.getByLabelText('Logo file'),
    new File(['picture'], 'logo.png', { type: 'image/png' }),
  )
  expect((await form.findByRole('img', { name: 'The team’s logo' })).getAttribute('src')).toBe(
    '/api/logos/lg_1',
  )
  expect(sent.map(({ body }) => body)).toEqual([{ base64: btoa('picture') }])
  await userEvent.click(form.getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(form.queryByRole('img', { name: 'The team’s logo' })).toBeNull())
})

test.each([
  [
    'a drawing',
    new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }),
    'A logo must be a PNG, JPEG or WebP picture',
  ],
  [
    'too much',
    new File([new Uint8Array(mostLogoBytes + 1)], 'logo.png', { type: 'image/png' }),
    'A logo must be at most 2 MB',
  ],
  ['nothing', new File([], 'logo.png', { type: 'image/png' }), 'This file is empty'],
])('a logo that is %s is refused here, and not sent', async (_, file, message) => {
  const sent = answer(quoteSettingsRoutes.changeLogo, () => wireQuoteSettings())
  const form = await open()
  // As a file is dropped that the chooser would not have offered.
  fireEvent.change(form.getByLabelText('Logo file'), { target: { files: [file] } })
  expect((await form.findByRole('alert')).textContent).toBe(message)
  expect(sent).toEqual([])
})

test('a picture that the server refuses says why', async () => {
  answer(quoteSettingsRoutes.changeLogo, () =>
    fail(422, 'This picture cannot be a logo', 'quote.logo_refused'),
  )
  const form = await open()
  await userEvent.upload(form.getByLabelText('Logo file'), new File(['x'], 'logo.png', { type: 'image/png' }))
  expect((await form.findByRole('alert')).textContent).toBe('This picture cannot be a logo')
})

test('a member sees how it is, and cannot change it; the team’s own address is named', async () => {
  answer(quoteSettingsRoutes.read, () =>
    wireQuoteSettings({ may_manage: false, quote_origin: 'https://quotes.harbour.example' }),
  )
  const form = await open()
  expect(screen.getByText('Only an owner of the team can change how its quotes look.')).toBeTruthy()
  expect(screen.getByText('https://quotes.harbour.example')).toBeTruthy()
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Name on the page' }).disabled).toBe(true)
  expect(form.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('settings that could not be had say so, and are asked for again', async () => {
  let works = false
  answer(quoteSettingsRoutes.read, () => (works ? wireQuoteSettings() : fail(400, 'Not just now')))
  await renderRoute('/profile?tab=quote-page')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  works = true
  await userEvent.click(retry)
  expect(await screen.findByRole('form', { name: 'Quote page' })).toBeTruthy()
})
