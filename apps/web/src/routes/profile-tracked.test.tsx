import { trackedRoutes } from '@terrace/contracts/tracked-listings'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { gbp } from '#web/test/factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireTracked, wireTrackedListing, wireTrackingSettings } from '#web/test/tracking-factories.ts'

const cheaper = wireTrackedListing({
  listing_id: 'lst_2',
  section: 'Block 112',
  row: '',
  tracked_at: '2031-02-02T12:00:00.000Z',
  price_then: gbp('90.00'),
  price_now: gbp('80.50'),
  state: 'back',
  history: [
    { at: '2031-02-02T12:00:00.000Z', price: gbp('90.00') },
    { at: '2031-02-03T12:00:00.000Z', price: gbp('95.00') },
    { at: '2031-02-04T12:00:00.000Z', price: null },
    { at: '2031-02-05T12:00:00.000Z', price: gbp('80.50') },
  ],
})
const gone = wireTrackedListing({
  listing_id: 'lst_3',
  section: 'Block 7',
  tracked_at: '2031-01-02T12:00:00.000Z',
  price_now: null,
  available: 0,
  state: 'gone',
  gone: 'withdrawn',
})

beforeEach(() => {
  answerShell()
  answer(trackedRoutes.settings, () => ({ data: wireTrackingSettings() }))
})

const open = () => renderRoute('/profile?tab=tracked')
const rowOf = async (text: string) =>
  (await screen.findAllByRole('row')).find((row) => row.textContent.includes(text)) ?? document.body

test('[X-PROFILE-06] each listing has its price then and now, the difference, and whether it is gone or back', async () => {
  answer(trackedRoutes.list, () => wireTracked(cheaper, wireTrackedListing(), gone))
  await open()
  const back = await rowOf('Block 112')
  expect(back.textContent).toContain('£90.00 →  then, £80.50 now£9.50 less')
  expect(back.textContent).toContain('Back4 tickets left')
  const same = await rowOf('Block 25, row 18')
  expect(same.textContent).toContain('Listed4 tickets left')
  expect(same.textContent).toContain('unchanged')
  const last = await rowOf('Block 7')
  expect(last.textContent).toContain('no price now')
  expect(last.textContent).toContain('GoneWithdrawn')
})

test('[X-PROFILE-06] the spark line says in words what it shows', async () => {
  answer(trackedRoutes.list, () => wireTracked(cheaper, gone))
  await open()
  const line = within(await rowOf('Block 112')).getByRole('img', { name: /^Since/ })
  expect(line.getAttribute('aria-label')).toMatch(
    /^Since 02 Feb 31, \d\d:00: from £90\.00 to £80\.50, highest £95\.00, gone once$/,
  )
  expect(within(await rowOf('Block 7')).getByRole('img', { name: /until it was gone$/ })).toBeTruthy()
})

test('a listing leads to itself on the page of its event', async () => {
  answer(trackedRoutes.list, () => wireTracked(cheaper))
  await open()
  const link = within(await rowOf('Block 112')).getByRole('link', { name: 'Arsenal v Chelsea' })
  expect(link.getAttribute('href')).toBe('/tickets/arsenal-v-chelsea/17#lst_2')
})

test('[TRACK-02] untracking keeps the row in its place, and "Undo" tracks it again with the price of then', async () => {
  let tracked = [cheaper, wireTrackedListing(), gone]
  answer(trackedRoutes.list, () => wireTracked(...tracked))
  const sent = answer(trackingRoutes.track, ({ body }) => {
    const isTracked = JSON.stringify(body).includes('"yes"')
    tracked = isTracked ? [cheaper, wireTrackedListing(), gone] : [cheaper, gone]
    return { data: { list_id: 'lst_1', tracked: isTracked } }
  })
  await open()
  await userEvent.click(within(await rowOf('Block 25')).getByRole('button', { name: /^Stop tracking/ }))
  expect((await rowOf('Block 25')).textContent).toContain('No longer tracked')
  expect(await screen.findByText('No longer tracked: Arsenal v Chelsea, Block 25, row 18')).toBeTruthy()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const places = screen.getAllByRole('row').map((row) => /Block \d+/.exec(row.textContent)?.[0])
  expect(places).toEqual([undefined, 'Block 112', 'Block 25', 'Block 7'])
  await userEvent.click(within(await rowOf('Block 25')).getByRole('button', { name: 'Undo' }))
  const undone = await rowOf('Block 25')
  expect(undone.textContent).toContain('Listed')
  expect(undone.textContent).toContain('£118.50 →  then')
  await vi.waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Stop tracking, Block 25, row 18'),
  )
  await vi.waitFor(() => expect(sent.map(({ body }) => Object(body).status)).toEqual(['No', 'yes']))
})

test('untracking that fails is taken back with the reason', async () => {
  answer(trackedRoutes.list, () => wireTracked(wireTrackedListing()))
  answer(trackingRoutes.track, () => fail(400, 'Not just now'))
  await open()
  await userEvent.click(within(await rowOf('Block 25')).getByRole('button', { name: /^Stop tracking/ }))
  expect(await screen.findByText('Not just now')).toBeTruthy()
  expect((await rowOf('Block 25')).textContent).toContain('Listed')
})

test('a list that failed says why and can be loaded again', async () => {
  let works = false
  answer(trackedRoutes.list, () => (works ? wireTracked(wireTrackedListing()) : fail(400, 'Not just now')))
  await open()
  // A toast of before may still say the same; this one stands where the list would.
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(retry.closest('[role=alert]')?.textContent).toContain('Not just now')
  works = true
  await userEvent.click(retry)
  expect((await rowOf('Block 25')).textContent).toContain('Arsenal v Chelsea')
})

test('more listings are fetched page by page', async () => {
  answer(trackedRoutes.list, ({ query }) => {
    const page = Number(query.get('page'))
    return {
      data: [wireTrackedListing({ listing_id: `lst_${page}`, section: `Block ${page}` })],
      meta: { total: 51, page, per_page: 50, last_page: 2 },
    }
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect((await rowOf('Block 2')).textContent).toContain('Block 2')
})

test('the alerts are said in a line each, changed in their place, and saved', async () => {
  answer(trackedRoutes.list, () => wireTracked())
  const saved = answer(trackedRoutes.changeSettings, ({ body }) => ({
    data: trackedRoutes.changeSettings.body?.parse(body) ?? wireTrackingSettings(),
  }))
  await open()
  expect(await screen.findByText('When the price drops: on the page and by email')).toBeTruthy()
  expect(screen.getByText('When 2 tickets or fewer are left: on the page')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Change alerts' }))
  const form = within(screen.getByRole('form', { name: 'Alerts' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(form.getAllByRole('checkbox')[0]))
  const drop = within(form.getByRole('group', { name: /price .* drops/ }))
  for (const name of ['On the page', 'By email']) await userEvent.click(drop.getByRole('checkbox', { name }))
  await userEvent.clear(form.getByRole('textbox', { name: 'Few means at most' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Few means at most' }), '1')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your alerts have been saved')).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Change alerts'))
  expect(saved[0]?.body).toEqual({
    price_drop: { live: false, mail: false },
    low_stock: { live: true, mail: false, at_most: 1 },
  })
  expect(screen.getByText('When the price drops: no alert')).toBeTruthy()
  expect(screen.getByText('When one ticket is left: on the page')).toBeTruthy()
})

test('alerts that could not be loaded say so above the list, which stands all the same, and can be asked for again', async () => {
  let works = false
  answer(trackedRoutes.list, () => wireTracked(wireTrackedListing()))
  answer(trackedRoutes.settings, () => (works ? { data: wireTrackingSettings() } : fail(400, 'Not just now')))
  await open()
  expect((await screen.findByText(/^Your alert settings could not be loaded/)).textContent).toContain(
    'Not just now',
  )
  expect((await rowOf('Block 25')).textContent).toContain('Listed')
  works = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('When the price drops: on the page and by email')).toBeTruthy()
})

test.each(['', '0', '51', '2.5', 'two'])(
  'a threshold of "%s" is refused beside its field, and not sent',
  async (text) => {
    answer(trackedRoutes.list, () => wireTracked())
    const saved = answer(trackedRoutes.changeSettings, () => ({ data: wireTrackingSettings() }))
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Change alerts' }))
    const field = screen.getByRole('textbox', { name: 'Few means at most' })
    await userEvent.clear(field)
    if (text !== '') await userEvent.type(field, text)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('A whole number from 1 to 50')).toBeTruthy()
    expect(saved).toEqual([])
  },
)

test('alerts that could not be saved say why, and nothing that was chosen is lost', async () => {
  answer(trackedRoutes.list, () => wireTracked())
  answer(trackedRoutes.changeSettings, () => fail(400, 'Not just now'))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Change alerts' }))
  const field = screen.getByRole('textbox', { name: 'Few means at most' })
  await userEvent.clear(field)
  await userEvent.type(field, '7')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not just now')
  expect(field.getAttribute('value')).toBe('7')
})
