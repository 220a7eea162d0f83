import { securityRoutes } from '@terrace/contracts/security'
import { sellerAccountRoutes, type WireSellerAccount } from '@terrace/contracts/seller-account'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireSellerAccount } from '#web/test/seller-account-factory.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'

beforeEach(() => {
  mockShell()
  mockTerms('2031-01')
})

const mockTerms = (version: string) =>
  mockRoute(sellerAccountRoutes.terms, () => ({ data: { version, title: 'Seller terms', sections: [] } }))

const draft = wireSellerAccount({
  state: 'draft',
  company_name: 'Harbour GmbH',
  bank_account: { country: 'DE', holder: 'Harbour GmbH', last4: '3000' },
  categories: ['football'],
})

async function open(account: WireSellerAccount) {
  mockRoute(sellerAccountRoutes.read, () => ({ data: account }))
  await renderRoute('/profile?tab=team&show=selling')
  return within(await screen.findByRole('region', { name: 'Selling' }))
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit application' }))
const agreement = () =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: /agrees to the seller terms/ })
const agree = async () => {
  await waitFor(async () => expect((await agreement()).disabled).toBe(false))
  await userEvent.click(await agreement())
}
const messageOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent

test('each refused field says why until it is changed; the first has the focus', async () => {
  mockRoute(sellerAccountRoutes.save, () => ({ data: wireSellerAccount({ state: 'draft' }) }))
  mockRoute(sellerAccountRoutes.submit, () =>
    errorReply(422, 'company_name: is required', 'input.invalid', {
      fields: {
        company_name: ['is required'],
        'address.country': ['is required'],
        bank_account: ['is required'],
        categories: ['choose at least one'],
      },
    }),
  )
  const section = await open(wireSellerAccount())
  const company = await section.findByLabelText('Company name')
  await agree()
  await submit()
  expect((await section.findByRole('alert')).textContent).toBe('Correct the 4 marked fields.')
  expect(document.activeElement).toBe(company)
  for (const label of ['Company name', 'Country', 'Country of the bank'])
    expect(messageOf(section.getByLabelText(label))).toBe('Is required')
  expect(section.getByText('Choose at least one')).toBeTruthy()
  await userEvent.type(company, 'H')
  expect(messageOf(company)).toBe('')
  expect(section.getByRole('alert').textContent).toBe('Correct the 3 marked fields.')
  await userEvent.selectOptions(section.getByLabelText('Country'), 'DE')
  await userEvent.selectOptions(section.getByLabelText('Country of the bank'), 'DE')
  await userEvent.click(section.getByRole('checkbox', { name: 'Music' }))
  expect(section.queryByRole('alert')).toBeNull()
})

test('a draft keeps what was typed, and the stored bank account unless a number is typed', async () => {
  const saved = mockRoute(sellerAccountRoutes.save, () => ({ data: draft }))
  const section = await open(draft)
  await userEvent.type(await section.findByLabelText('City'), 'Hamburg')
  const save = section.getByRole('button', { name: 'Save draft' })
  await userEvent.click(save)
  expect(await section.findByText('Draft saved')).toBeTruthy()
  expect(saved[0]?.body).toMatchObject({ address: { city: 'Hamburg' }, categories: ['football'] })
  expect(saved[0]?.body).not.toHaveProperty('bank_account')
  const holder = section.getByLabelText('Account holder')
  await userEvent.type(holder, ' & Co')
  await userEvent.click(save)
  const iban = section.getByLabelText<HTMLInputElement>('IBAN')
  expect(messageOf(iban)).toMatch(/^Enter the IBAN again/)
  expect(saved).toHaveLength(1)
  await userEvent.type(iban, 'DE89370400440532013000')
  await userEvent.click(save)
  expect(await section.findByText('Draft saved')).toBeTruthy()
  expect(saved[1]?.body?.bank_account).toMatchObject({
    holder: 'Harbour GmbH & Co',
    iban: 'DE89370400440532013000',
  })
  expect(iban.value).toBe('')
})

test('submitting asks for a recent factor; cancelling keeps what was typed', async () => {
  let isConfirmed = false
  mockRoute(sellerAccountRoutes.save, () => ({ data: draft }))
  const submitted = mockRoute(sellerAccountRoutes.submit, () =>
    isConfirmed
      ? {
          data: {
            ...draft,
            state: 'submitted' as const,
            may_edit: false,
            submitted_at: '2031-02-03T12:00:00.000Z',
          },
        }
      : errorReply(403, 'Confirm that it’s you to continue', 'session.factor_required', {
          methods: ['password'],
        }),
  )
  mockRoute(securityRoutes.confirm, () => {
    isConfirmed = true
    return { data: { status: true, confirmed_until: '2031-02-03T12:10:00.000Z' } }
  })
  const section = await open(draft)
  const city = await section.findByLabelText<HTMLInputElement>('City')
  await userEvent.type(city, 'Hamburg')
  await agree()
  const prompt = async () => within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  await submit()
  await userEvent.click((await prompt()).getByRole('button', { name: 'Close' }))
  expect(await section.findByText('Confirm that it’s you to continue')).toBeTruthy()
  expect(city.value).toBe('Hamburg')
  await submit()
  await userEvent.type((await prompt()).getByLabelText('Password'), 'terrace-demo{Enter}')
  expect(await section.findByText(/^Your application was submitted on/)).toBeTruthy()
  expect(section.queryByRole('form')).toBeNull()
  expect(document.activeElement).toBe(section.getByRole('status'))
  expect(submitted).toHaveLength(3)
})

test('an application is submitted with the seller terms that were agreed to, and not without', async () => {
  mockRoute(sellerAccountRoutes.save, () => ({ data: draft }))
  let current = '2031-01'
  const submitted = mockRoute(sellerAccountRoutes.submit, ({ body }) =>
    body.terms_version === current
      ? { data: { ...draft, state: 'submitted' as const, may_edit: false } }
      : errorReply(422, 'terms_version: have changed', 'input.invalid', {
          fields: { terms_version: ['the seller terms have changed. Read them and agree again'] },
        }),
  )
  const section = await open(draft)
  await agreement()
  await submit()
  expect(await section.findByText('Agree to the seller terms to submit')).toBeTruthy()
  expect(document.activeElement).toBe(await agreement())
  expect(submitted).toHaveLength(0)
  await agree()
  expect(section.queryByRole('alert')).toBeNull()

  current = '2031-02'
  mockTerms(current)
  await submit()
  expect(await section.findByText('The seller terms have changed. Read them and agree again')).toBeTruthy()
  await waitFor(async () => expect((await agreement()).checked).toBe(false))
  await agree()
  await submit()
  expect(await section.findByText(/^Your application was submitted/)).toBeTruthy()
  expect(submitted.at(-1)?.body).toEqual({ terms_version: '2031-02' })
})

test('without the seller terms nothing can be submitted, and they can be loaded again', async () => {
  mockRoute(sellerAccountRoutes.terms, () => errorReply(404, 'Not found', 'route.not_found'))
  const section = await open(draft)
  expect(await section.findByText('Couldn’t load the seller terms')).toBeTruthy()
  mockTerms('2031-01')
  await userEvent.click(section.getByRole('button', { name: 'Try again' }))
  await agree()
})

test('the seller terms are read in a dialog, and what was typed stays', async () => {
  mockRoute(sellerAccountRoutes.terms, () => ({
    data: {
      version: '2031-01',
      title: 'Seller terms',
      sections: [{ title: 'Delivery', paragraphs: ['Deliver in time.'] }],
    },
  }))
  const section = await open(draft)
  const city = await section.findByLabelText<HTMLInputElement>('City')
  await userEvent.type(city, 'Hamburg')
  const button = section.getByRole('button', { name: 'Read the seller terms' })
  await userEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Seller terms' }))
  expect(await dialog.findByText(/^Version 2031-01\./)).toBeTruthy()
  expect(within(dialog.getByRole('region', { name: 'Delivery' })).getByText('Deliver in time.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(city.value).toBe('Hamburg')
})

test.each<[string, Partial<WireSellerAccount>, RegExp, boolean]>([
  [
    'information',
    { state: 'information_wanted', operator_note: 'Which one?' },
    /more information.*Which one\?/,
    true,
  ],
  [
    'declined',
    { state: 'declined', operator_note: 'No proof.' },
    /declined.*submit it again.*No proof\./,
    true,
  ],
  ['declined for good', { state: 'declined', may_edit: false }, /application was declined\.$/, false],
  ['approved', { state: 'approved', may_edit: false, can_sell: true }, /^Your team can sell\.$/, false],
  [
    'suspended',
    {
      state: 'approved',
      may_edit: false,
      can_sell: true,
      suspended: { since: '2031-02-03T12:00:00.000Z', reason: 'late deliveries' },
    },
    /^Selling is suspended: late deliveries/,
    false,
  ],
])('says what is next when an application is: %s', async (_, account, text, hasForm) => {
  const section = await open(wireSellerAccount(account))
  await waitFor(() => expect(section.getAllByRole('status')[0]?.textContent).toMatch(text))
  expect(section.queryByRole('form') !== null).toBe(hasForm)
})

test('once a team is approved, a link leads to its inventory, also in a session from before', async () => {
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser({ can_buy: true, can_sell: true }) }))
  const section = await open(wireSellerAccount({ state: 'approved', may_edit: false, can_sell: true }))
  const link = await section.findByRole('link', { name: 'Go to your inventory' })
  expect(link.getAttribute('href')).toBe('/sell/inventory')
})

test('a member who is not an owner reads that owners apply', async () => {
  const section = await open(wireSellerAccount({ may_manage: false, may_edit: false }))
  expect(await section.findByText('Only owners of your team can apply.')).toBeTruthy()
  expect(section.queryByRole('form')).toBeNull()
})

test('a limit says when it is near and when it is reached', async () => {
  const section = await open(
    wireSellerAccount({
      state: 'approved',
      may_edit: false,
      can_sell: true,
      limits: {
        exposure: {
          limit: { amount: '10000.00', currency: 'EUR' },
          used: { amount: '8200.00', currency: 'EUR' },
        },
        unconfirmed_sales: { limit: 5, used: 6 },
      },
    }),
  )
  const [exposure, sales] = await section.findAllByRole('definition')
  expect(exposure?.textContent).toBe('€8,200.00 of €10,000.00Near the limit')
  expect(sales?.textContent).toMatch(/^6 of 5Limit reached/)
})
