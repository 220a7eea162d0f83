import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { loadColumnResizer } from './lazy-column-resizer.tsx'
import { TableHeader } from '#web/ui/data-table/table-header.tsx'
import { gridTemplate, type TableColumn } from '#web/ui/data-table/table-column.ts'

const columns: readonly TableColumn<string>[] = [
  { id: 'name', title: 'Name', width: 140, grow: 2, cell: (item) => item },
  { id: 'price', title: 'Price', width: 80, cell: (item) => item },
]
let renders = 0

beforeAll(() => preloadComponent(loadColumnResizer))
beforeEach(() => {
  renders = 0
  // jsdom has no layout: a header cell is as wide as its track.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const track = this.closest<HTMLElement>('[role=row]')?.style.getPropertyValue('--col-price') ?? ''
    return new DOMRect(0, 0, Number(/, (\d+)px/.exec(track)?.[1] ?? 100), 36)
  })
  HTMLElement.prototype.setPointerCapture = () => undefined
})
afterEach(() => vi.restoreAllMocks())

function Header() {
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    renders += 1
  })
  const widthOf = (id: string) => widths.get(id)
  return (
    <div role="table">
      <output>{JSON.stringify([...widths])}</output>
      <TableHeader
        columns={columns}
        template={gridTemplate(columns, widthOf)}
        widths={{
          of: widthOf,
          set: (id, width) => {
            const next = new Map(widths)
            if (width === undefined) next.delete(id)
            else next.set(id, width)
            setWidths(next)
          },
        }}
        sort={null}
        onSort={() => undefined}
        checkbox={null}
      />
    </div>
  )
}

const handle = (name: string) => screen.getByRole('separator', { name: `Width of ${name}` })
const saved = () => screen.getByRole('status').textContent
const drag = (to: number) => {
  fireEvent.pointerDown(handle('Price'), { button: 0, clientX: 500 })
  fireEvent.pointerMove(handle('Price'), { clientX: to })
}

test('dragging the edge changes a CSS variable of the rows, and dropping saves the width', () => {
  render(<Header />)
  drag(560)
  const row = screen.getByRole('row')
  expect(row.style.getPropertyValue('--col-price')).toBe('minmax(80px, 160px)')
  expect(handle('Price').getAttribute('aria-valuenow')).toBe('160')
  expect([renders, saved()]).toEqual([1, '[]'])
  fireEvent.pointerUp(handle('Price'), { clientX: 560 })
  expect(saved()).toBe('[["price",160]]')
  expect(row.style.getPropertyValue('--col-price')).toBe('')
})

test('Esc and a cancelled pointer keep the width', () => {
  render(<Header />)
  drag(560)
  fireEvent.keyDown(handle('Price'), { key: 'Escape' })
  fireEvent.pointerUp(handle('Price'), { clientX: 560 })
  drag(560)
  fireEvent.pointerCancel(handle('Price'))
  expect([saved(), screen.getByRole('row').style.getPropertyValue('--col-price')]).toEqual(['[]', ''])
})

test('the resizers are one tab stop: arrows change the width or column, Enter restores', async () => {
  render(<Header />)
  const user = userEvent.setup()
  await user.tab()
  expect(document.activeElement).toBe(handle('Name'))
  await user.tab()
  expect(document.activeElement).toBe(document.body)
  await user.tab()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(saved()).toBe('[["price",108]]')
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  expect(saved()).toBe('[["price",60]]')
  await user.keyboard('{Enter}')
  expect(saved()).toBe('[]')
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(handle('Name'))
})

test('a double click restores the width', async () => {
  render(<Header />)
  drag(560)
  fireEvent.pointerUp(handle('Price'), { clientX: 560 })
  await userEvent.dblClick(handle('Price'))
  expect(saved()).toBe('[]')
})
