import { accountExportsRoutes, type WireAccountExport } from '@terrace/contracts/account-exports'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { saveBlob } from '#web/lib/save-as.ts'
import { errorReply, mockRoute, server } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

vi.mock('#web/lib/save-as.ts', () => ({ saveBlob: vi.fn<(file: Blob, name: string) => void>() }))

const ready: WireAccountExport = {
  id: 'exp_1',
  state: 'ready',
  requested_at: '2031-02-01T12:00:00.000Z',
  size: 1_234_567,
  expires_at: '2031-02-08T12:05:00.000Z',
}
const running: WireAccountExport = { ...ready, state: 'running', size: null, expires_at: null }

let found: WireAccountExport | null
beforeEach(() => {
  vi.mocked(saveBlob).mockReset()
  found = null
  mockShell()
  mockRoute(accountExportsRoutes.read, () => ({
    data: { export: found, retention_days: 7, erased_after_days: 30 },
  }))
})

const open = () => renderRoute('/profile?tab=security')
const section = async () => within(await screen.findByRole('region', { name: 'Your data' }))

test('an export is requested once, and the page says that it is being prepared', async () => {
  const requests = mockRoute(accountExportsRoutes.request, () => ({ data: (found = running) }))
  await open()
  await (await section()).findByText(/keep it for 7 days/)
  await userEvent.click((await section()).getByRole('button', { name: 'Download my data' }))
  await (await section()).findByRole('heading', { name: 'Preparing your data' })
  expect(requests).toHaveLength(1)
  expect((await section()).queryByRole('button')).toBeNull()
})

test('a finished export shows size and expiry, downloads with the login, and can be deleted', async () => {
  found = ready
  const allowed = mockRoute(accountExportsRoutes.download, () => ({
    data: { path: '/settings/account/export/exp_1/file', filename: 'terrace-data.zip' },
  }))
  let authorization: string | null = null
  server.use(
    http.get('*/settings/account/export/exp_1/file', ({ request }) => {
      authorization = request.headers.get('authorization')
      return new HttpResponse('PK')
    }),
  )
  const removed = mockRoute(accountExportsRoutes.remove, () => {
    found = null
    return { data: { status: true } }
  })
  await open()
  await (await section()).findByText(/^ZIP file · 1\.2 MB · available until /)
  await userEvent.click((await section()).getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(saveBlob).toHaveBeenCalledWith(expect.anything(), 'terrace-data.zip'))
  expect([allowed.length, authorization]).toEqual([1, 'Bearer t0ken'])

  await userEvent.click((await section()).getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this export?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete export' }))
  await (await section()).findByRole('button', { name: 'Download my data' })
  expect(removed).toHaveLength(1)
})

test('an export that has expired meanwhile says so, and a new one can be requested', async () => {
  found = ready
  const message = 'This export has expired or was deleted. Request a new one'
  mockRoute(accountExportsRoutes.download, () => errorReply(404, message, 'privacy.export_not_found'))
  await open()
  await userEvent.click(await (await section()).findByRole('button', { name: 'Download' }))
  expect((await (await section()).findByRole('alert')).textContent).toBe(message)
})

test('the page says when personal data of a closed account are erased', async () => {
  await open()
  const closing = within(await screen.findByRole('region', { name: 'Close account' }))
  await closing.findByText(/personal data are erased 30 days after you close the account/)
})
