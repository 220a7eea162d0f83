import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Command } from './command.ts'
import { offeredCommands, readCommands, registerCommands } from './command-registry.ts'
import { setSingleKeyShortcuts } from './single-key-shortcuts.ts'

const ended: (() => void)[] = []
const run = vi.fn<(id: string) => void>()

beforeEach(() => {
  document.body.innerHTML = '<main><button></button><input></main><aside><button></button></aside>'
})

afterEach(() => {
  for (const end of ended.splice(0)) end()
  setSingleKeyShortcuts(true)
  run.mockReset()
})

function register(command: Partial<Command> & { id: string }, group = 'Page'): () => void {
  const end = registerCommands({
    group,
    read: () => [{ title: command.id, run: () => run(command.id), ...command }],
  })
  ended.push(end)
  return end
}

function press(key: string, init: KeyboardEventInit & { in?: string } = {}): boolean {
  const target = document.querySelector(init.in ?? 'main button')
  return !target?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  )
}

test('a key runs its command once, and not while typing', () => {
  register({ id: 'density', key: 'd' })
  expect(press('d')).toBe(true)
  expect(press('d', { repeat: true })).toBe(true)
  expect(press('d', { in: 'input' })).toBe(false)
  expect(press('d', { ctrlKey: true })).toBe(false)
  expect(run.mock.calls).toEqual([['density']])
})

test('Shift distinguishes letters, even while Caps Lock is on; other characters need no Shift', () => {
  register({ id: 'row', key: 'q' })
  register({ id: 'event', key: 'shift+q' })
  register({ id: 'help', key: '?' })
  press('Q')
  press('Q', { shiftKey: true })
  press('?', { shiftKey: true })
  expect(run.mock.calls).toEqual([['row'], ['event'], ['help']])
})

test('a key goes to the focused widget, otherwise to the one opened last', () => {
  const scope = { current: document.querySelector<HTMLElement>('aside') }
  register({ id: 'row', key: 'q', scope })
  register({ id: 'basket', key: 'q' })
  const end = register({ id: 'panel', key: 'q' })
  press('q', { in: 'aside button' })
  press('q')
  end()
  press('q')
  expect(run.mock.calls).toEqual([['row'], ['panel'], ['basket']])
})

test('without single-key shortcuts only keys with a modifier work, even in a field', () => {
  register({ id: 'density', key: 'd' })
  register({ id: 'palette', key: 'mod+k' })
  setSingleKeyShortcuts(false)
  press('d')
  press('k')
  press('k', { ctrlKey: true })
  press('k', { metaKey: true, in: 'input' })
  expect(run.mock.calls).toEqual([['palette'], ['palette']])
})

test('a dialog keeps its keys, except for commands that work in dialogs', () => {
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button></button></div>')
  register({ id: 'density', key: 'd' })
  register({ id: 'palette', key: 'mod+k' })
  register({ id: 'undo', key: 'z', worksInDialogs: true })
  for (const key of ['d', 'z']) press(key, { in: '[role=dialog] button' })
  press('k', { in: '[role=dialog] button', ctrlKey: true })
  expect(run.mock.calls).toEqual([['undo']])
})

test('an unavailable command does not handle its key, and stays in the list', () => {
  register({ id: 'resort', key: 'r', run: null })
  expect(press('r')).toBe(false)
  register({ id: 'theme' }, 'Everywhere')
  expect(readCommands().map(({ title, commands }) => [title, ...commands.map(({ id }) => id)])).toEqual([
    ['Page', 'resort'],
    ['Everywhere', 'theme'],
  ])
})

test('the palette lists available commands, except the one that opens it', () => {
  register({ id: 'palette', key: 'mod+k', isKeyOnly: true })
  register({ id: 'resort', run: null })
  register({ id: 'density' })
  const [group] = offeredCommands(null)
  expect(group?.commands.map(({ id }) => id)).toEqual(['density'])
})

test('Shift with a digit goes by the key, unless the keyboard types the digit with Shift', () => {
  register({ id: 'four', key: 'shift+4' })
  press('$', { code: 'Digit4', shiftKey: true })
  press('4', { code: 'Digit4', shiftKey: true })
  press('4', { code: 'Digit4' })
  expect(run.mock.calls).toEqual([['four']])
})
