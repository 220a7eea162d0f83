import { teamLegalDetailsRoutes } from '@terrace/contracts/team-legal-details'
import { teamsRoutes } from '@terrace/contracts/teams'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(() => {
  mockShell()
})

function mockTeam({ mayManage }: { mayManage: boolean }) {
  mockRoute(teamsRoutes.overview, () => ({
    data: {
      name: 'Harbour Box Office',
      may_manage: mayManage,
      can_sell: false,
      second_factor_required_from: null,
      members: [],
      invitations: [],
    },
  }))
}
const form = async () => within(await screen.findByRole('form', { name: 'Invoice details' }))

test('an owner saves complete details; an incomplete form names the field and sends nothing', async () => {
  mockTeam({ mayManage: true })
  const sent = mockRoute(teamLegalDetailsRoutes.change, ({ body }) => ({ data: body }))
  await renderRoute('/profile?tab=team')
  await userEvent.type((await form()).getByLabelText('Legal name'), 'Harbour GmbH')
  await userEvent.click((await form()).getByRole('button', { name: 'Save' }))
  const address = (await form()).getByLabelText('Address')
  expect((await form()).getByText(/^Enter the address/)).toBeTruthy()
  expect(document.activeElement).toBe(address)
  expect(sent).toEqual([])
  await userEvent.type(address, '1 Quay{Enter}Hamburg')
  await userEvent.type((await form()).getByLabelText(/^Tax number/), 'DE 123456789')
  await userEvent.click((await form()).getByRole('button', { name: 'Save' }))
  await (await form()).findByText(/^Saved\./)
  expect(sent.map(({ body }) => body)).toEqual([
    { legal_name: 'Harbour GmbH', address: '1 Quay\nHamburg', tax_number: 'DE 123456789' },
  ])
})

test('a refusal of the server shows and keeps what was typed', async () => {
  mockTeam({ mayManage: true })
  mockRoute(teamLegalDetailsRoutes.read, () => ({
    data: { legal_name: 'Harbour GmbH', address: '1 Quay', tax_number: '' },
  }))
  mockRoute(teamLegalDetailsRoutes.change, () =>
    errorReply(403, 'Only team owners can do this', 'team.not_owner'),
  )
  await renderRoute('/profile?tab=team')
  const taxNumber = await (await form()).findByLabelText(/^Tax number/)
  await userEvent.type(taxNumber, 'DE 1234')
  await userEvent.click((await form()).getByRole('button', { name: 'Save' }))
  expect((await (await form()).findByRole('alert')).textContent).toContain('Only team owners can do this')
  expect((taxNumber as HTMLInputElement).value).toBe('DE 1234')
})

test('members who are not owners have no form', async () => {
  mockTeam({ mayManage: false })
  await renderRoute('/profile?tab=team')
  await screen.findByText(/Only owners can invite/)
  expect(screen.queryByRole('form', { name: 'Invoice details' })).toBeNull()
})
