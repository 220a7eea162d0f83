import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { readCommands } from '#web/lib/commands/command-registry.ts'
import type { TableColumn, TableLayout } from './table-column.ts'
import { TableList } from './table-list.tsx'

// There is no router here.
vi.mock('#web/lib/hooks/use-scroll-restoration.ts', () => ({ useScrollRestoration: () => undefined }))

afterEach(() => void vi.restoreAllMocks())

interface Item {
  id: string
  price: number
}

const columns: readonly TableColumn<Item>[] = [
  { id: 'id', title: 'Name', width: 80, cell: ({ id }) => id, text: ({ id }) => id },
  {
    id: 'price',
    title: 'Price',
    width: 80,
    sort: (left, right) => left.price - right.price,
    cell: ({ price }) => price,
    text: ({ price }) => String(price),
  },
]
const fiveItems = ['a', 'b', 'c', 'd', 'e'].map((id, place) => ({ id, price: (place * 7) % 5 }))

interface ListProps {
  items: readonly Item[]
  listKey?: string
  isStale?: boolean
  /** More than the items when further pages are not loaded yet. */
  total?: number
}

function List({ items, listKey, isStale = false, total = items.length }: ListProps) {
  const [layout, setLayout] = useState<TableLayout>({ sort: null, toggled: new Set() })
  return (
    <TableList
      list={{
        items,
        total,
        error: null,
        isPending: false,
        isFetching: false,
        isStale,
        listKey,
        refetch: () => Promise.resolve(),
        more: total > items.length ? { load: () => undefined, isPending: false, isFailed: false } : undefined,
        loadAll: () => Promise.resolve(items),
      }}
      entity="thing"
      entities="things"
      label="Things"
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ id }) => id}
      layout={layout}
      onLayout={setLayout}
      renderLink={({ id }, { children, ...props }) => (
        <a href={`#${id}`} {...props}>
          {children}
        </a>
      )}
      renderCard={() => null}
      search={{ label: 'Search', placeholder: 'Name', text: '', onChange: () => undefined }}
      onClear={undefined}
      noMatchText="Nothing matches."
      emptyState={<p>Nothing yet</p>}
      renderBulkActions={(selected) => (
        <button type="button" data-command="release">
          Release {selected.length} things
        </button>
      )}
      summary={(selected) => `${selected.reduce((sum, { price }) => sum + price, 0)} in total`}
    />
  )
}

const shownNames = () => screen.getAllByRole('link', { hidden: true }).map((link) => link.textContent)
const selectedNames = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked, indeterminate }) => checked && !indeterminate)
    .map((box) => box.getAttribute('aria-label'))

test('a column sorts up, down and back to the default order, and announces it', async () => {
  render(<List items={fiveItems} />)
  const header = screen.getByRole('columnheader', { name: 'Price' })
  const press = () => userEvent.click(within(header).getByRole('button'))
  expect(header.getAttribute('aria-sort')).toBe('none')
  await press()
  expect([header.getAttribute('aria-sort'), shownNames()]).toEqual(['ascending', ['a', 'd', 'b', 'e', 'c']])
  await press()
  expect([header.getAttribute('aria-sort'), shownNames()]).toEqual(['descending', ['c', 'e', 'b', 'd', 'a']])
  await press()
  expect([header.getAttribute('aria-sort'), shownNames()]).toEqual(['none', ['a', 'b', 'c', 'd', 'e']])
})

test('a live change keeps the rows in place until the user sorts again', async () => {
  const { rerender } = render(<List items={fiveItems} />)
  await userEvent.click(screen.getByRole('button', { name: 'Price' }))
  rerender(<List items={fiveItems.map((item) => (item.id === 'c' ? { ...item, price: -1 } : item))} />)
  expect(shownNames()).toEqual(['a', 'd', 'b', 'e', 'c'])
  await userEvent.click(screen.getByRole('button', { name: 'Re-sort' }))
  expect(shownNames()).toEqual(['c', 'a', 'd', 'b', 'e'])
  expect(screen.queryByRole('button', { name: 'Re-sort' })).toBeNull()
})

/** Items in the server’s order. */
const named = (names: string) => Array.from(names, (id) => ({ id, price: 0 }))

test('in the server’s order too, changed and new rows move no other row until the user sorts again', async () => {
  const { rerender } = render(<List items={named('abcd')} />)
  // "d" changed and is first now; "x" and "z" are new.
  rerender(<List items={named('dabxcz')} />)
  expect(shownNames()).toEqual(['a', 'b', 'x', 'c', 'd', 'z'])
  expect(screen.getByText('The order has changed.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Re-sort' }))
  expect(shownNames()).toEqual(['d', 'a', 'b', 'x', 'c', 'z'])
  expect(screen.queryByText('The order has changed.')).toBeNull()
})

test('a new row first in the server’s order comes first, and the next page comes last', () => {
  const { rerender } = render(<List items={named('abc')} />)
  rerender(<List items={named('xabcde')} />)
  expect(shownNames()).toEqual(['x', 'a', 'b', 'c', 'd', 'e'])
  expect(screen.queryByText('The order has changed.')).toBeNull()
})

test('the next page comes last, also when the last row before it has moved', () => {
  const { rerender } = render(<List items={named('abc')} />)
  rerender(<List items={named('bca')} />)
  rerender(<List items={named('bcade')} />)
  expect(shownNames()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a row that moves behind the loaded pages is reported until the user sorts again or loads it', async () => {
  const { rerender } = render(<List items={named('abc')} total={9} />)
  rerender(<List items={named('bcd')} total={9} />)
  expect(shownNames()).toEqual(['b', 'c', 'd'])
  expect(screen.getByText('1 row has moved below the ones loaded so far.')).toBeTruthy()
  rerender(<List items={named('bcdea')} total={9} />)
  expect(shownNames()).toEqual(['b', 'c', 'd', 'e', 'a'])
  expect(screen.queryByText(/moved below/)).toBeNull()
  rerender(<List items={named('def')} total={9} />)
  expect(screen.getByText('3 rows have moved below the ones loaded so far.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Re-sort' }))
  expect(screen.queryByText(/moved below/)).toBeNull()
})

test.each([
  ['is removed', 'bcd', 8],
  ['is pushed out by a new one', 'xab', 10],
])('a row that %s is not reported as moved', (_how, names, total) => {
  const { rerender } = render(<List items={named('abc')} total={9} />)
  rerender(<List items={named(names)} total={total} />)
  expect(shownNames()).toEqual([...names])
  expect(screen.queryByRole('button', { name: 'Re-sort' })).toBeNull()
})

test('another filter or sort of the server shows its own order', () => {
  const { rerender } = render(<List items={named('abc')} listKey="all" />)
  // The earlier items stay until the others have loaded.
  rerender(<List items={named('abc')} listKey="some" isStale />)
  expect(shownNames()).toEqual(['a', 'b', 'c'])
  rerender(<List items={named('cba')} listKey="some" />)
  expect(shownNames()).toEqual(['c', 'b', 'a'])
  expect(screen.queryByText('The order has changed.')).toBeNull()
})

test('a row that is added to a sorted list moves no other row', async () => {
  const { rerender } = render(<List items={fiveItems} />)
  await userEvent.click(screen.getByRole('button', { name: 'Price' }))
  const changed = fiveItems.map((item) => (item.id === 'c' ? { ...item, price: -1 } : item))
  rerender(<List items={[...changed, { id: 'x', price: 1.5 }]} />)
  expect(shownNames()).toEqual(['a', 'd', 'x', 'b', 'e', 'c'])
  expect(screen.getByRole('button', { name: 'Re-sort' })).toBeTruthy()
})

test('Shift selects a range; the bar counts it, adds it up, offers commands and clears it', async () => {
  render(<List items={fiveItems} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: 'Select b' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select d' }))
  await user.keyboard('{/Shift}')
  expect(selectedNames()).toEqual(['Select b', 'Select c', 'Select d'])
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }))
  expect(bar.getByRole('status').textContent).toBe('3 selected7 in total')
  const { commands } = readCommands().find(({ title }) => title === 'Selected rows') ?? {}
  expect(commands?.map(({ id, title }) => [id, title])).toEqual([
    ['selected.release', 'Release 3 things'],
    ['selected.export', 'Export selected'],
  ])
  await user.click(bar.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
})

test('by keyboard: Tab enters one row and leaves the table, arrows move, Space selects', async () => {
  render(
    <>
      <List items={fiveItems} />
      <button type="button">After</button>
    </>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Price' }))
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'a' }))
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp} {End}{Home}{ArrowDown}{ArrowDown}')
  expect(selectedNames()).toEqual(['Select d'])
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'b' }))
  await user.keyboard('{Shift>} {/Shift}')
  expect(selectedNames()).toEqual(['Select d', 'Select b'])
  for (let steps = 0; steps < 4; steps += 1) await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'After' }))
  for (let steps = 0; steps < 4; steps += 1) await user.tab({ shift: true })
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'b' }))
})

test('a hidden column leaves the table', async () => {
  render(<List items={fiveItems} />)
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Price' }))
  expect(screen.queryByRole('columnheader', { name: 'Price', hidden: true })).toBeNull()
})

test('a removed row is deselected', async () => {
  const { rerender } = render(<List items={fiveItems} />)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }))
  rerender(<List items={fiveItems.slice(0, 2)} />)
  expect(screen.getByText('2 selected')).toBeTruthy()
})

/** jsdom has no layout. */
function simulatePhone() {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(358)
}

test('without column headers a list is sorted in its filters', async () => {
  simulatePhone()
  render(<List items={fiveItems} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'More filters' }))
  await screen.findByRole('dialog', { name: 'More filters' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Price')
  expect(shownNames()).toEqual(['a', 'd', 'b', 'e', 'c'])
  await user.click(screen.getByRole('button', { name: 'Ascending. Sort descending' }))
  expect(shownNames()).toEqual(['c', 'e', 'b', 'd', 'a'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Default order')
  expect(shownNames()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('the same sort chosen again after the default order sorts by the current values', async () => {
  simulatePhone()
  const { rerender } = render(<List items={fiveItems} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'More filters' }))
  await screen.findByRole('dialog', { name: 'More filters' })
  const sortBy = async (name: string) =>
    user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), name)
  await sortBy('Price')
  await sortBy('Default order')
  rerender(<List items={fiveItems.map((item) => (item.id === 'c' ? { ...item, price: -1 } : item))} />)
  await sortBy('Price')
  expect(shownNames()).toEqual(['c', 'a', 'd', 'b', 'e'])
  expect(screen.queryByText('The order has changed.')).toBeNull()
})

/** Scrolls as a browser does: at once, with the event later. */
function simulateScrolling() {
  vi.stubGlobal('scrollTo', (target: number | ScrollToOptions, y = 0) => {
    const top = typeof target === 'number' ? y : (target.top ?? 0)
    if (window.scrollY === top) return
    vi.stubGlobal('scrollY', Math.max(0, top))
    setTimeout(() => act(() => void window.dispatchEvent(new Event('scroll'))))
  })
}

test('End and Home reach the last and first row of a long list, and rows announce their position', async () => {
  simulateScrolling()
  const items = Array.from({ length: 400 }, (_, index) => ({ id: `row ${index + 1}`, price: index }))
  render(<List items={items} />)
  const user = userEvent.setup()
  const row = (name: string) => screen.findByRole('link', { name })
  const first = await row('row 1')
  act(() => first.focus())
  expect(screen.queryByRole('link', { name: 'row 400' })).toBeNull()
  await user.keyboard('{End}')
  const last = await row('row 400')
  expect(document.activeElement).toBe(last)
  expect(last.closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('401')
  expect(screen.queryByRole('link', { name: 'row 1' })).toBeNull()
  await user.keyboard('{Home}')
  const again = await row('row 1')
  expect(document.activeElement).toBe(again)
  expect(again.closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('2')
})
