import { clientsRoutes, type WireClient, type WireClientProposal } from '@terrace/contracts/clients'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeObjectUrls } from '#web/test/fakes/fake-downloads.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireClient } from '#web/test/client-factories.ts'
import { gbp, wireOrder } from '#web/test/factories.ts'
import { wireQuote } from '#web/test/quote-factories.ts'

const ada = wireClient()
const grace = wireClient({ id: 'clt_2', name: 'Grace Hopper', company: '', email: '', phone: '' })

let book: WireClient[]
let isOwner: boolean
beforeEach(() => {
  book = [ada, grace]
  isOwner = true
  mockShell()
  mockRoute(clientsRoutes.one, ({ params }) => {
    const client = book.find(({ id }) => id === params['client_id'])
    return client
      ? { data: { client, quotes: [], orders: [], quote_count: 0, order_count: 0, is_owner: isOwner } }
      : errorReply(404, 'Client not found')
  })
})

function mockList() {
  return mockRoute(clientsRoutes.list, ({ query }) => {
    const search = query.get('search') ?? ''
    const found = book
      .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
      .filter(({ is_unused }) => query.get('show') !== 'unused' || is_unused)
    const unused = book.filter(({ is_unused }) => is_unused).length
    return {
      data: found,
      meta: { total: found.length, page: 1, per_page: 50, last_page: 1, unused, is_owner: isOwner },
    }
  })
}

const open = async (search = '') => {
  const requests = mockList()
  const router = await renderRoute(`/profile?tab=clients${search}`)
  return { requests, router }
}
const names = async () =>
  (await screen.findAllByRole('link', { name: /Ada|Grace/ })).map((link) => link.firstChild?.textContent)

test('the client book lists names, company, address and default commission', async () => {
  await open()
  expect(await names()).toEqual(['Ada Lovelace', 'Grace Hopper'])
  const row = screen.getByRole('row', { name: /Ada/ })
  expect(row.textContent).toContain('Analytical Travel')
  expect(row.textContent).toContain('10%')
})

test('clients that are not loaded yet can be selected too', async () => {
  const many = Array.from({ length: 5 }, (_, index) =>
    wireClient({ id: `clt_${index}`, name: `Ada ${index}` }),
  )
  const exported = mockRoute(clientsRoutes.exportSelected, () => ({ data: { csv: '', filename: 'c.csv' } }))
  fakeObjectUrls()
  mockRoute(clientsRoutes.list, ({ query }) => {
    const page = Number(query.get('page'))
    return {
      data: many.slice((page - 1) * 2, page * 2),
      meta: { total: 5, page, per_page: 2, last_page: 3, unused: 0, is_owner: true },
    }
  })
  await renderRoute('/profile?tab=clients')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  expect(await screen.findByText('2 selected')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Select all 5' }))
  expect(await screen.findByText('5 selected')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Select all \d/ })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Export selected' }))
  await vi.waitFor(() => expect(exported[0]?.body.client_ids).toHaveLength(5))
})

test('a double click selects all once; a failure is shown, and the button tries again', async () => {
  const failure = Promise.withResolvers<void>()
  let isDown = true
  const requests = mockRoute(clientsRoutes.list, async ({ query }) => {
    const page = Number(query.get('page'))
    if (page > 1) await failure.promise
    if (page > 1 && isDown) return errorReply(422, 'page: must be at most 1')
    return {
      data: [wireClient({ id: `clt_${page}`, name: `Ada ${page}` })],
      meta: { total: 2, page, per_page: 1, last_page: 2, unused: 0, is_owner: true },
    }
  })
  const loads = () => requests.filter(({ query }) => query.get('page') === '2')
  await renderRoute('/profile?tab=clients')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
  await userEvent.dblClick(bar.getByRole('button', { name: 'Select all 2' }))
  expect(bar.getByRole<HTMLButtonElement>('button', { name: 'Loading all…' }).disabled).toBe(true)
  failure.resolve()
  expect((await bar.findByRole('alert')).textContent).toBe('page: must be at most 1')
  expect(loads()).toHaveLength(1)
  isDown = false
  await userEvent.click(bar.getByRole('button', { name: 'Select all 2' }))
  expect(await bar.findByText('2 selected')).toBeTruthy()
  expect(bar.queryByRole('alert')).toBeNull()
  expect(loads()).toHaveLength(2)
})

test('search and order are kept in the URL and done by the server', async () => {
  const { requests, router } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Last used' }))
  await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ sort: '-last_used' }))
  expect((await screen.findByRole('columnheader', { name: 'Last used' })).getAttribute('aria-sort')).toBe(
    'descending',
  )
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search clients' }), 'grace')
  await vi.waitFor(async () => expect(await names()).toEqual(['Grace Hopper']))
  const last = requests.at(-1)?.query
  expect([last?.get('search'), last?.get('order_by'), last?.get('sort_order')]).toEqual([
    'grace',
    'last_used',
    'desc',
  ])
})

test('an empty book offers to add the first client', async () => {
  book = []
  await open()
  expect(await screen.findByText('No clients yet')).toBeTruthy()
})

test('a failed load can be repeated', async () => {
  mockRoute(clientsRoutes.list, () => errorReply(422, 'search: must be at most 100 characters'))
  await renderRoute('/profile?tab=clients')
  expect(await screen.findByText('Couldn’t load your clients')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a client is added once, and a taken address keeps the input', async () => {
  mockRoute(workspaceRoutes.profileCounts, () => ({
    data: { clients: 40 + book.length, tracked: 0, searches: 0 },
  }))
  const clientsBefore = book.length
  const { router } = await open()
  const requests = mockRoute(clientsRoutes.create, ({ body }) => {
    if (JSON.stringify(body).includes('ada@'))
      return errorReply(409, 'This email address belongs to Ada Lovelace', 'client.duplicate', {
        fields: { email: ['This email address belongs to Ada Lovelace'] },
      })
    book = [...book, wireClient({ id: 'clt_3', name: 'Alan Turing' })]
    return { data: wireClient({ id: 'clt_3', name: 'Alan Turing' }) }
  })
  const [add] = await screen.findAllByRole('button', { name: 'Add client' })
  if (!add) throw new Error('expected a button')
  await userEvent.click(add)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add client' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add client' }))
  expect(dialog.getByText('Name is required')).toBeTruthy()
  expect(requests).toEqual([])
  await userEvent.type(dialog.getByLabelText('Name'), 'Alan Turing')
  await userEvent.type(dialog.getByLabelText('Email'), 'ada@example.test')
  await userEvent.click(dialog.getByRole('button', { name: 'Add client' }))
  expect(await dialog.findByText('This email address belongs to Ada Lovelace')).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Email'))
  await userEvent.type(dialog.getByLabelText('Email'), 'alan@example.test')
  await userEvent.click(dialog.getByRole('button', { name: 'Add client' }))
  await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ client: 'clt_3' }))
  expect(requests.map(({ body }) => body)).toMatchObject([
    { name: 'Alan Turing' },
    { email: 'alan@example.test' },
  ])
  const nav = within(screen.getByRole('navigation', { name: 'Profile' }))
  expect(await nav.findByText(String(41 + clientsBefore))).toBeTruthy()
})

test('an error that no field shows appears below the form', async () => {
  await open('&client=clt_1')
  mockRoute(clientsRoutes.update, () =>
    errorReply(422, 'email: is not an email address', 'input.invalid', {
      fields: { email: ['is not an email address'], version: ['must be a whole number'] },
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit client' }))
  await userEvent.type(dialog.getByLabelText('Company'), ' Ltd')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Is not an email address')).toBeTruthy()
  expect(dialog.getByText('version: must be a whole number')).toBeTruthy()
})

test('an edit sends the version that was shown; a newer one is not overwritten', async () => {
  await open('&client=clt_1')
  const requests = mockRoute(clientsRoutes.update, () => errorReply(409, 'Someone else changed this client.'))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit client' }))
  await userEvent.type(dialog.getByLabelText('Company'), ' Ltd')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Someone else changed this client.')
  expect(requests[0]?.body).toMatchObject({ company: 'Analytical Travel Ltd', version: 3 })
  expect(dialog.getByLabelText<HTMLInputElement>('Company').value).toBe('Analytical Travel Ltd')
})

test('only an owner exports and deletes', async () => {
  isOwner = false
  await open('&client=clt_1')
  await screen.findByRole('button', { name: 'Edit' })
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  // With nothing to do with them, rows cannot be selected.
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('an owner exports the selected clients, and deletes them after confirmation', async () => {
  const blobs = fakeObjectUrls()
  const exported = mockRoute(clientsRoutes.exportSelected, () => ({
    data: { filename: 'clients.csv', csv: 'Name\r\nGrace Hopper' },
  }))
  const removed = mockRoute(clientsRoutes.removeSelected, () => {
    book = [ada]
    return { data: { removed: 1 } }
  })
  await open()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Grace Hopper' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Export selected' }))
  await vi.waitFor(() => expect(blobs).toHaveLength(1))
  expect(await blobs[0]?.text()).toBe('Name\r\nGrace Hopper')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 1 client?' }))
  expect(removed).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await vi.waitFor(async () => expect(await names()).toEqual(['Ada Lovelace']))
  expect([...exported, ...removed].map(({ body }) => body)).toEqual([
    { client_ids: ['clt_2'] },
    { client_ids: ['clt_2'] },
  ])
})

test('a client shows the latest quotes and orders, how many there are, and leads to all of them', async () => {
  const alternatives = wireQuote({
    id: 'qt_2',
    title: 'Seats or boxes',
    totals: null,
    totals_range: {
      lowest: { quantity: 2, client_total: gbp('260.70'), net_commission: gbp('11.84') },
      highest: { quantity: 2, client_total: gbp('480.00'), net_commission: gbp('20.00') },
    },
  })
  mockRoute(clientsRoutes.one, () => ({
    data: {
      client: ada,
      quotes: [wireQuote(), alternatives],
      orders: [wireOrder()],
      quote_count: 34,
      order_count: 1,
      is_owner: true,
    },
  }))
  await open('&client=clt_1')
  const quotes = within(await screen.findByRole('region', { name: 'Quotes 34' }))
  expect(quotes.getByRole('link', { name: /Seats or boxes/ }).textContent).toContain('£260.70–£480.00')
  expect(quotes.getByRole('link', { name: 'See all quotes' }).getAttribute('href')).toBe(
    '/profile?tab=quotes&clientId=clt_1',
  )
  const orders = within(screen.getByRole('region', { name: 'Orders 1' }))
  expect(orders.getByRole('link', { name: 'See all orders' }).getAttribute('href')).toBe(
    '/profile?tab=purchases&clientId=clt_1',
  )
})

test('unused clients are shown for review and deleted after confirmation', async () => {
  book = [wireClient({ is_unused: true }), grace]
  await open()
  const requests = mockRoute(clientsRoutes.removeUnused, () => {
    book = [grace]
    return { data: { removed: 1 } }
  })
  expect(await screen.findByText('1 client unused for 24 months.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Review' }))
  await vi.waitFor(async () => expect(await names()).toEqual(['Ada Lovelace']))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 1 client' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 1 client?' }))
  expect(requests).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await vi.waitFor(async () => expect(await names()).toEqual(['Grace Hopper']))
})

test('details typed by a visitor are marked and applied only on request', async () => {
  const change: WireClientProposal = {
    id: 'clp_1',
    source: 'visitor',
    client: { id: 'clt_1', name: 'Ada Lovelace', email: 'office@example.test' },
    name: '',
    email: 'ada@example.test',
    quote: { id: 'qt_1', title: 'Two for the derby' },
    order: null,
    proposed_at: '2031-02-01T12:00:00.000Z',
  }
  let proposals = [change]
  mockRoute(clientsRoutes.proposals, () => ({ data: proposals }))
  const accepted = mockRoute(clientsRoutes.acceptProposal, () => {
    proposals = []
    return { data: ada }
  })
  await open()
  const region = within(await screen.findByRole('region', { name: /^Suggested from quotes/ }))
  const item = region.getByRole('listitem')
  expect(item.textContent).toContain(
    'Ada Lovelace: email ada@example.test instead of office@example.testTyped by a visitor · From the quote “Two for the derby”',
  )
  expect(accepted).toHaveLength(0)
  await userEvent.click(within(item).getByRole('button', { name: /^Update client/ }))
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: /^Suggested/ })).toBeNull())
  expect(accepted).toHaveLength(1)
})

test('suggestions that fail to load say so, with a retry', async () => {
  let isUp = false
  mockRoute(clientsRoutes.proposals, () => (isUp ? { data: [] } : errorReply(400, 'Try later')))
  await renderRoute('/profile?tab=clients')
  const failure = await screen.findByText('Couldn’t load suggested clients.')
  isUp = true
  const alert = within(failure.closest<HTMLElement>('[role=alert]') ?? document.body)
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(failure.isConnected).toBe(false))
})
