import { sellerAccountRoutes, type WireSellerAccount } from '@terrace/contracts/seller-account'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireSellerAccount } from '#web/test/seller-account-factory.ts'

beforeEach(() => mockShell())

const approved = wireSellerAccount({
  state: 'approved',
  may_edit: false,
  may_change: true,
  can_sell: true,
  company_name: 'Harbour GmbH',
  address: { line1: '1 Quay', line2: '', city: 'Hamburg', region: '', postal_code: '20457', country: 'DE' },
  tax_number: 'DE123456789',
  bank_account: { country: 'DE', holder: 'Harbour GmbH', last4: '3000' },
})
const waiting: WireSellerAccount['change'] = {
  requested_at: '2031-02-03T12:00:00.000Z',
  changed: ['bank account'],
  address: approved.address,
  tax_number: approved.tax_number,
  bank_account: { country: 'GB', holder: 'Harbour Ltd', last4: '5555' },
}

async function open(account: WireSellerAccount) {
  mockRoute(sellerAccountRoutes.read, () => ({ data: account }))
  await renderRoute('/profile?tab=team&show=selling')
  return within(await screen.findByRole('region', { name: 'Company and payouts' }))
}

test('a seller without a bank account is not told about a present one', async () => {
  const section = await open({ ...approved, bank_account: null })
  await userEvent.click(section.getByRole('button', { name: 'Change details' }))
  expect(section.getByText(/^We review a new bank account/).textContent).not.toContain('present account')
  expect(section.queryByText(/^Leave the numbers empty/)).toBeNull()
})

test('an owner changes the bank account alone, and reads where payouts go until it is approved', async () => {
  const sent = mockRoute(sellerAccountRoutes.changeDetails, () => ({
    data: { ...approved, change: waiting },
  }))
  const section = await open(approved)
  expect(section.getByText('Harbour GmbH, Germany, ends in 3000')).toBeTruthy()
  await userEvent.click(section.getByRole('button', { name: 'Change details' }))
  const save = section.getByRole<HTMLButtonElement>('button', { name: 'Save changes' })
  expect(document.activeElement).toBe(section.getByLabelText('Country'))
  expect(save.disabled).toBe(true)
  await userEvent.selectOptions(section.getByLabelText('Country of the bank'), 'GB')
  await userEvent.click(save)
  expect(sent).toHaveLength(0)
  expect(document.activeElement).toBe(section.getByLabelText('IBAN'))
  await userEvent.type(section.getByLabelText('IBAN'), 'GB33BUKB20201555555555')
  await userEvent.click(save)
  expect(await section.findByText('Until then, payouts go to the account ending in 3000.')).toBeTruthy()
  expect(section.getByText('Harbour Ltd, United Kingdom, ends in 5555')).toBeTruthy()
  expect(sent[0]?.body).toEqual({
    bank_account: {
      country: 'GB',
      holder: 'Harbour GmbH',
      iban: 'GB33BUKB20201555555555',
      account_number: '',
      bank_code: '',
    },
  })
})

test('the form shows the numbers that accounts of the chosen country have, and sends no others', async () => {
  const sent = mockRoute(sellerAccountRoutes.changeDetails, () => ({
    data: { ...approved, change: waiting },
  }))
  const section = await open(approved)
  await userEvent.click(section.getByRole('button', { name: 'Change details' }))
  const country = section.getByLabelText('Country of the bank')
  const shown = () =>
    ['IBAN', 'Account number', 'Sort code', 'Routing number'].filter((label) =>
      section.queryByLabelText(label),
    )
  expect(shown()).toEqual(['IBAN'])
  await userEvent.selectOptions(country, 'GB')
  expect(shown()).toEqual(['IBAN', 'Account number', 'Sort code'])
  await userEvent.type(section.getByLabelText('IBAN'), 'GB33BUKB20201555555555')
  await userEvent.selectOptions(country, 'US')
  expect(shown()).toEqual(['Account number', 'Routing number'])
  const save = section.getByRole('button', { name: 'Save changes' })
  await userEvent.click(save)
  expect(document.activeElement).toBe(section.getByLabelText('Account number'))
  await userEvent.type(section.getByLabelText('Account number'), '000123456789')
  await userEvent.type(section.getByLabelText('Routing number'), '021000021')
  await userEvent.click(save)
  expect(sent[0]?.body).toEqual({
    bank_account: {
      country: 'US',
      holder: 'Harbour GmbH',
      iban: '',
      account_number: '000123456789',
      bank_code: '021000021',
    },
  })
})

test('a refused field says why and keeps what was typed', async () => {
  mockRoute(sellerAccountRoutes.changeDetails, () =>
    errorReply(422, 'tax_number: is not valid', 'input.invalid', {
      fields: { tax_number: ['is not valid in DE'] },
    }),
  )
  const section = await open(approved)
  await userEvent.click(section.getByRole('button', { name: 'Change details' }))
  const tax = section.getByLabelText<HTMLInputElement>('Tax number')
  await userEvent.type(tax, '0')
  await userEvent.click(section.getByRole('button', { name: 'Save changes' }))
  expect(await section.findByText('Is not valid in DE')).toBeTruthy()
  expect(tax.value).toBe('DE1234567890')
})

test('an owner withdraws a change that waits', async () => {
  mockRoute(sellerAccountRoutes.withdrawChange, () => ({ data: approved }))
  const section = await open({ ...approved, change: waiting })
  await userEvent.click(section.getByRole('button', { name: 'Withdraw the change' }))
  expect(await section.findByRole('button', { name: 'Change details' })).toBeTruthy()
  expect(section.queryByText(/^A change waits/)).toBeNull()
})

test('a member reads the details and why they cannot be changed', async () => {
  const section = await open({ ...approved, may_change: false, declined_change: 'The holder differs' })
  expect(section.getByText('Only owners of your team can change these details.')).toBeTruthy()
  expect(section.getByText('The holder differs')).toBeTruthy()
  expect(section.queryByRole('button', { name: 'Change details' })).toBeNull()
})
