import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { wirePlan } from '#web/test/stock-factories.ts'
import { useIsHighlighted, useHighlightedBlock } from './highlighted-block.ts'
import { PlanPanel } from './plan-panel.tsx'
import { priceScale } from '#web/features/listings/filters/price-scale.ts'
import { blockKey, type BlockStock } from './block-stock.ts'

const scale = priceScale(gbp('85.00'), gbp('680.00'))

function plan(names: string[], overrides: Partial<WireSeatingPlan> = {}): WireSeatingPlan {
  const [block] = wirePlan().blocks
  if (!block) throw new Error('no block')
  const blocks = names.map((name, index): WireSeatingPlan['blocks'][number] => {
    const left = 40 + index * 120
    return {
      ...block,
      id: blockKey(name).replaceAll(' ', '-'),
      name,
      level: name.split(' ').slice(0, -1).join(' '),
      polygon: [
        [left, 10],
        [left + 100, 10],
        [left + 100, 80],
        [left, 80],
      ],
      label_at: [left + 50, 45],
    }
  })
  return { ...wirePlan(), blocks, ...overrides }
}

function stockOf(...blocks: [section: string, listings: number, price: string][]): Map<string, BlockStock> {
  return new Map(
    blocks.map(([section, listings, price]) => [
      blockKey(section),
      { section, listings, lowest: fromWireMoney(gbp(price)) },
    ]),
  )
}

interface PageProps {
  plan: WireSeatingPlan
  stock: Map<string, BlockStock>
  selectedSections?: string[]
}

function Page({ plan: shown, stock, selectedSections = [] }: PageProps) {
  const highlightedBlock = useHighlightedBlock()
  const [sections, setSections] = useState<ReadonlySet<string>>(new Set(selectedSections))
  const toggle = (section: string) =>
    setSections((known) => {
      const updated = new Set(known)
      if (!updated.delete(section)) updated.add(section)
      return updated
    })
  return (
    <>
      <PlanPanel
        plan={shown}
        stock={stock}
        scale={scale}
        highlightedBlock={highlightedBlock}
        selectedSections={sections}
        onToggle={toggle}
        width={33}
        onWidth={() => undefined}
      />
      <ListRow highlightedBlock={highlightedBlock} />
      <output>{[...sections].join(', ')}</output>
    </>
  )
}

function ListRow({ highlightedBlock }: { highlightedBlock: ReturnType<typeof useHighlightedBlock> }) {
  const isHighlighted = useIsHighlighted(highlightedBlock, 'Block 6')
  return (
    <button
      type="button"
      data-highlighted={isHighlighted}
      onFocus={() => highlightedBlock.highlight('Block 6')}
      onBlur={() => highlightedBlock.highlight(null)}
    >
      The row
    </button>
  )
}

const bowl = plan(['Lower Tier 6', 'Lower Tier 7', 'Upper Tier 7'])
const stock = stockOf(['6', 1, '120.00'], ['Lower Tier 6', 2, '85.00'], ['Upper Tier 7', 4, '400.00'])
const block = (name: RegExp) => screen.getByRole('button', { name })
const filter = () => screen.getByRole('status').textContent
const panel = () => within(screen.getByRole('region', { name: 'Seating map' }))

function viewBox() {
  const svg = screen.getByRole('group', { name: /^Seating map/ }).querySelector('svg')
  const [left = 0, top = 0, width = 0, height = 0] = (svg?.getAttribute('viewBox') ?? '')
    .split(' ')
    .map(Number)
  return { svg: svg ?? document.createElement('svg'), left, top, width, height, zoom: 1000 / width }
}

beforeEach(() => {
  // Reduced motion: animations finish immediately.
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('reduced-motion'),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  )
})

test('[X-CAT-13] a generated plan is labelled as schematic, an imported one is not', () => {
  const { rerender } = render(<Page plan={bowl} stock={stock} />)
  expect(panel().getByText(/^Schematic map\./)).toBeTruthy()
  rerender(<Page plan={{ ...bowl, schematic: false }} stock={stock} />)
  expect(screen.queryByText(/Schematic/)).toBeNull()
  const surface = { kind: 'track', shape: [], is_sketch: true }
  rerender(<Page plan={{ ...bowl, schematic: false, surface }} stock={stock} />)
  expect(panel().getByText(/^The track is approximate\./)).toBeTruthy()
})

test('sections of one block are merged, whatever sellers call it', () => {
  render(<Page plan={bowl} stock={stock} />)
  expect(block(/^Lower Tier 6/).getAttribute('aria-label')).toBe(
    'Lower Tier 6: 3 listings, all-in from £85.00',
  )
  expect(screen.queryByRole('button', { name: /^Lower Tier 7/ })).toBeNull()
})

test('hovering or focusing highlights a block and the rows of its other names', async () => {
  render(<Page plan={bowl} stock={stock} />)
  const shape = block(/^Lower Tier 6/)
  const row = screen.getByRole('button', { name: 'The row' })
  await userEvent.hover(shape)
  expect(row.dataset['highlighted']).toBe('true')
  await userEvent.unhover(shape)
  expect(row.dataset['highlighted']).toBe('false')
  act(() => row.focus())
  expect(shape.querySelector('polygon')?.getAttribute('class')).toContain('fill-signal-mark')
})

test("click, Enter and Space toggle a block's section", async () => {
  render(<Page plan={bowl} stock={stock} />)
  await userEvent.click(block(/^Lower Tier 6/))
  expect([filter(), block(/^Lower Tier 6/).getAttribute('aria-pressed')]).toEqual(['Lower Tier 6', 'true'])
  act(() => block(/^Upper Tier 7/).focus())
  await userEvent.keyboard('{Enter}')
  expect(filter()).toBe('Lower Tier 6, Upper Tier 7')
  await userEvent.keyboard(' ')
  await userEvent.click(block(/^Lower Tier 6/))
  expect(filter()).toBe('')
})

test('a block selected under another name is marked by more than colour and can be deselected', async () => {
  render(<Page plan={bowl} stock={stock} selectedSections={['Block 6']} />)
  const shape = block(/^Lower Tier 6/)
  expect(shape.getAttribute('aria-pressed')).toBe('true')
  // The fill still shows the price; a hatch and an outline mark the selection.
  expect(shape.querySelector('polygon')?.getAttribute('class')).toContain('fill-scale-1')
  expect(shape.querySelector('polygon')?.getAttribute('class')).toContain('stroke-ink')
  expect(shape.querySelectorAll('polygon[fill^="url(#"]')).toHaveLength(1)
  await userEvent.click(shape)
  expect(filter()).toBe('')
})

test('a selected block without listings can be deselected', async () => {
  render(<Page plan={bowl} stock={new Map()} selectedSections={['Lower Tier 7']} />)
  await userEvent.click(block(/^Lower Tier 7: No listings/))
  expect(filter()).toBe('')
})

test('Tab reaches one block, arrow keys move between blocks by name', async () => {
  render(<Page plan={bowl} stock={stock} />)
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(block(/^Lower Tier 6/))
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(block(/^Upper Tier 7/))
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(block(/^Lower Tier 6/))
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(block(/^Upper Tier 7/))
})

test('buttons zoom within limits, and one fits the map', async () => {
  render(<Page plan={bowl} stock={stock} />)
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  expect([button('Zoom out').disabled, button('Fit map').disabled]).toEqual([true, true])
  await userEvent.click(button('Zoom in'))
  expect(viewBox().zoom).toBeCloseTo(1.6)
  for (let press = 0; press < 8; press += 1) await userEvent.click(button('Zoom in'))
  expect([viewBox().zoom, button('Zoom in').disabled]).toEqual([8, true])
  await userEvent.click(button('Fit map'))
  expect(viewBox()).toMatchObject({ left: 0, width: 1000 })
})

test('plus, minus and 0 zoom; Shift with arrows pans', async () => {
  render(<Page plan={bowl} stock={stock} />)
  act(() => block(/^Lower Tier 6/).focus())
  await userEvent.keyboard('++')
  const before = viewBox()
  expect(before.zoom).toBeCloseTo(2.56)
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
  const after = viewBox()
  expect(after.left).toBeCloseTo(before.left + before.width * 0.2)
  expect(after.top).toBeCloseTo(before.top + before.height * 0.2)
  expect(document.activeElement).toBe(block(/^Lower Tier 6/))
  await userEvent.keyboard('-')
  expect(viewBox().zoom).toBeCloseTo(1.6)
  await userEvent.keyboard('0')
  expect(viewBox().zoom).toBe(1)
})

test('zoom centres on the last hovered or focused block, else on the cheapest one', async () => {
  render(<Page plan={bowl} stock={stock} />)
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  // The centre of Lower Tier 6, at x = 90, stays at nine per cent from the left.
  expect(viewBox().left + 0.09 * viewBox().width).toBeCloseTo(90)
  await userEvent.click(screen.getByRole('button', { name: 'Fit map' }))
  await userEvent.hover(block(/^Upper Tier 7/))
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(viewBox().left + 0.33 * viewBox().width).toBeCloseTo(330)
})

test('moving to a block outside the view pans to it', async () => {
  const long = plan(['A 1', 'A 8'])
  long.blocks[1]?.polygon.forEach((corner) => {
    corner[0] += 700
  })
  render(<Page plan={long} stock={stockOf(['A 1', 1, '90.00'], ['A 8', 1, '90.00'])} />)
  act(() => block(/^A 1/).focus())
  await userEvent.keyboard('++++{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}')
  await userEvent.keyboard('{ArrowRight}')
  const { left, width } = viewBox()
  expect(left + width).toBeGreaterThanOrEqual(960)
})

test('Ctrl with the wheel zooms at the pointer; the wheel alone scrolls the page', () => {
  render(<Page plan={bowl} stock={stock} />)
  const { svg } = viewBox()
  vi.spyOn(svg, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 500, 400))
  expect(fireEvent.wheel(svg, { deltaY: -60, clientX: 500, clientY: 400 })).toBe(true)
  expect(viewBox().zoom).toBe(1)
  expect(fireEvent.wheel(svg, { deltaY: -60, clientX: 500, clientY: 400, ctrlKey: true })).toBe(false)
  const { zoom, left, width } = viewBox()
  expect(zoom).toBeGreaterThan(1.3)
  // The corner under the pointer stays in place.
  expect(left + width).toBeCloseTo(1000)
})

test('a drag pans the zoomed plan and selects nothing', async () => {
  render(<Page plan={bowl} stock={stock} />)
  const { svg } = viewBox()
  vi.spyOn(svg, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 500, 400))
  svg.setPointerCapture = () => undefined
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  const before = viewBox()
  const shape = block(/^Lower Tier 6/)
  const at = (clientX: number, clientY: number) => ({
    pointerId: 1,
    pointerType: 'mouse',
    button: 0,
    clientX,
    clientY,
  })
  fireEvent.pointerDown(shape, at(200, 200))
  fireEvent.pointerMove(shape, at(150, 180))
  fireEvent.pointerUp(shape, at(150, 180))
  fireEvent.click(shape)
  expect(viewBox().left).toBeCloseTo(before.left + (50 / 500) * before.width)
  expect(filter()).toBe('')
  fireEvent.pointerDown(shape, at(200, 200))
  fireEvent.pointerUp(shape, at(201, 201))
  fireEvent.click(shape)
  expect(filter()).toBe('Lower Tier 6')
})

test('two fingers zoom by the change of their distance', () => {
  render(<Page plan={bowl} stock={stock} />)
  const { svg } = viewBox()
  vi.spyOn(svg, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 500, 400))
  svg.setPointerCapture = () => undefined
  const finger = (pointerId: number, clientX: number) => ({
    pointerId,
    pointerType: 'touch',
    clientX,
    clientY: 200,
  })
  fireEvent.pointerDown(svg, finger(1, 200))
  fireEvent.pointerDown(svg, finger(2, 300))
  fireEvent.pointerMove(svg, finger(2, 350))
  fireEvent.pointerMove(svg, finger(1, 150))
  expect(viewBox().zoom).toBeCloseTo(2)
  fireEvent.pointerUp(svg, finger(1, 150))
  fireEvent.pointerUp(svg, finger(2, 350))
  fireEvent.pointerMove(svg, finger(2, 400))
  expect(viewBox().zoom).toBeCloseTo(2)
})

test('labels appear when zoomed in far enough', async () => {
  vi.spyOn(SVGElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 500, 400))
  const narrowPlan = plan(['Block 112'])
  narrowPlan.blocks[0]?.polygon.forEach((corner) => {
    corner[0] = corner[0] > 100 ? 55 : 40
  })
  narrowPlan.blocks[0]?.label_at.fill(47)
  render(<Page plan={narrowPlan} stock={stockOf(['Block 112', 1, '90.00'])} />)
  const label = () => block(/^Block 112/).querySelector('text')?.textContent
  expect(label()).toBeUndefined()
  act(() => block(/^Block 112/).focus())
  await userEvent.keyboard('+++')
  expect(label()).toBe('112')
})

test('the list shows and selects the same blocks', async () => {
  render(<Page plan={bowl} stock={stock} selectedSections={['7']} />)
  await userEvent.click(screen.getByRole('radio', { name: 'List' }))
  const list = within(screen.getByRole('list', { name: 'Blocks' }))
  const entries = list.getAllByRole('button')
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'Lower Tier 6 3 listingsall-in from £85.00',
    'Upper Tier 7 4 listingsall-in from £400.00',
  ])
  await userEvent.click(list.getByRole('button', { name: /^Lower Tier 6/ }))
  expect(filter()).toBe('7, Lower Tier 6')
  expect(list.getByRole('button', { name: /^Lower Tier 6/ }).getAttribute('aria-pressed')).toBe('true')
})

test('unmapped sections are counted and listed, and ambiguous names show their candidates', async () => {
  render(
    <Page
      plan={bowl}
      stock={stockOf(['Lower Tier 6', 1, '85.00'], ['Gate 9', 2, '90.00'], ['Block 7', 3, '95.00'])}
    />,
  )
  expect(panel().getByText(/5 listings aren’t on the map\. Switch to List\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'List' }))
  const entries = within(screen.getByRole('region', { name: 'Not on the map' })).getAllByRole('button')
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'Gate 9 2 listingsall-in from £90.00',
    'Block 7 could be Lower Tier 7 or Upper Tier 73 listingsall-in from £95.00',
  ])
  const [first] = entries
  if (first) await userEvent.click(first)
  expect(filter()).toBe('Gate 9')
})

test('[X-CAT-13] on phones the plan is an inert strip labelled as schematic until it is opened', async () => {
  vi.mocked(window.matchMedia).mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: true,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  )
  const { container } = render(<Page plan={bowl} stock={stock} />)
  expect(container.querySelector('[inert]')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull()
  expect(panel().getByText(/^Schematic map\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Open map' }))
  expect(container.querySelector('[inert]')).toBeNull()
  await userEvent.click(block(/^Lower Tier 6/))
  expect(filter()).toBe('Lower Tier 6')
  expect(screen.getByRole('button', { name: 'Close map' }).getAttribute('aria-expanded')).toBe('true')
})
