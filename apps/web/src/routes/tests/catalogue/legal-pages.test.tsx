import { contentRoutes } from '@terrace/contracts/content'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(mockShell)

describe('the buyer policy', () => {
  const section = async (name: string) => within(await screen.findByRole('region', { name }))

  test('[POLICY-01] has its own title and eleven sections in the order of the specification', async () => {
    await renderRoute('/trade-buyer-policy')
    const main = await screen.findByRole('main')
    const headings = await within(main).findAllByRole('heading', { level: 2 })
    expect(headings.map((heading) => heading.textContent)).toEqual([
      'Ticket Delivery',
      'Seat Allocation',
      'Attendee Details',
      'Accessing Purchased Tickets',
      'Ticket Cancellations',
      'Event Cancellations',
      'Event Rescheduling',
      'Neutral Stadium Events',
      'Benefits and Restrictions',
      'Ticket Personalisation',
      'Reporting Ticket Issues',
    ])
    expect(document.title).toBe('Buyer policy · Terrace')
  })

  test('[POLICY-02] links the configured support number where issues are reported', async () => {
    await renderRoute('/trade-buyer-policy')
    const line = (await section('Reporting Ticket Issues')).getByRole('link', { name: '+44 20 7946 0100' })
    expect(line.getAttribute('href')).toBe('tel:+442079460100')
  })

  test('[POLICY-03] [POLICY-04] states when tickets are delivered', async () => {
    await renderRoute('/trade-buyer-policy')
    const delivery = await section('Ticket Delivery')
    expect(delivery.getByText(/usually delivered within 48 hours of the in-hand date/)).toBeTruthy()
    expect(
      delivery.getByText(/bought within 48 hours of the event may arrive up to 2 hours before it/),
    ).toBeTruthy()
  })

  test('[POLICY-05] states that purchases are final', async () => {
    await renderRoute('/trade-buyer-policy')
    expect((await section('Ticket Cancellations')).getByText(/All purchases are final/)).toBeTruthy()
  })

  test('the table of contents links to each section', async () => {
    await renderRoute('/trade-buyer-policy')
    const links = within(await screen.findByRole('navigation', { name: 'On this page' })).getAllByRole('link')
    expect(links).toHaveLength(11)
    for (const link of links) {
      expect(document.querySelector(link.getAttribute('href') ?? '')?.textContent).toBe(link.textContent)
    }
  })
})

describe.each([
  ['[POLICY-06]', '/terms-and-condition', 'terms', 'Terms and conditions'],
  ['[POLICY-07]', '/privacy', 'privacy', 'Privacy'],
] as const)('%s %s', (_id, address, name, title) => {
  const text = (body: string | null) => () => ({ data: { name, text: body, updated_at: null } })

  test('shows "Content is coming soon" until the operator provides a text', async () => {
    const requests = mockRoute(contentRoutes.text, text(null))
    await renderRoute(address)
    expect(await screen.findByText('Content is coming soon')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(document.title).toBe(`${title} · Terrace`)
    expect(requests[0]?.params['name']).toBe(name)
  })

  test('[X-POLICY-01] shows the operator’s text and renders its markup as plain text', async () => {
    mockRoute(contentRoutes.text, text('# Scope\n\nFair <b>play</b>.\n\n- one\n- two'))
    await renderRoute(address)
    const main = within(await screen.findByRole('main'))
    expect(await main.findByRole('heading', { level: 2, name: 'Scope' })).toBeTruthy()
    expect(main.getByText('Fair <b>play</b>.')).toBeTruthy()
    expect(main.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one', 'two'])
    expect(screen.queryByText('Content is coming soon')).toBeNull()
  })

  test('a failed load shows an error and can be retried', async () => {
    mockRoute(contentRoutes.text, () => errorReply(404, 'Not now'))
    await renderRoute(address)
    expect(await screen.findByText('Couldn’t load this text')).toBeTruthy()
    mockRoute(contentRoutes.text, text('There it is'))
    screen.getByRole('button', { name: 'Try again' }).click()
    await vi.waitFor(() => expect(screen.getByText('There it is')).toBeTruthy())
  })
})
