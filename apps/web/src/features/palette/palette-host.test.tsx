import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { registerCommands } from '#web/lib/commands/command-registry.ts'
import { leaveUnfinished } from '#web/test/environment/wait-for-lazy-components.ts'
import { PaletteHost, type OpenPaletteProps } from './palette-host.tsx'

test('what is typed after Ctrl K reaches the palette that is still loading, not the keys of the page', async () => {
  const palette = Promise.withResolvers<{ default: ComponentType<OpenPaletteProps> }>()
  const hold = vi.fn<() => void>()
  const end = registerCommands({
    group: 'Page',
    read: () => [{ id: 'hold', title: 'Hold', key: 'h', run: hold }],
  })
  const load = leaveUnfinished(() => palette.promise)
  render(<PaletteHost load={load} />)
  await userEvent.keyboard('{Control>}k{/Control}holx{Backspace}ds{Enter}')
  palette.resolve({
    default: ({ typedAhead }) => `Searched ${typedAhead.text}, ${typedAhead.isEntered ? 'entered' : 'open'}`,
  })
  expect(await screen.findByText('Searched holds, entered')).toBeTruthy()
  expect(hold).not.toHaveBeenCalled()
  end()
})

test('Esc closes the palette while it loads', async () => {
  const load = leaveUnfinished<OpenPaletteProps>(() => new Promise(() => undefined))
  render(
    <>
      <button type="button">Row</button>
      <PaletteHost load={load} />
    </>,
  )
  const row = screen.getByRole('button', { name: 'Row' })
  row.focus()
  await userEvent.keyboard('{Control>}k{/Control}hol{Escape}')
  expect(document.activeElement).toBe(row)
  expect(screen.queryByRole('textbox')).toBeNull()
})
