import { groupTitles, type Command, type CommandGroup } from './command.ts'
import { isShortcut, isDialogOpen, isPageShortcut } from './shortcut-keys.ts'

interface Registration {
  group: string
  /** The latest commands; their state and actions change without a new registration. */
  read: () => readonly Command[]
}

const registrations = new Set<Registration>()

/** Adds commands to the page; returns a function that removes them. */
export function registerCommands(registration: Registration): () => void {
  if (registrations.size === 0) document.addEventListener('keydown', onKeyDown)
  registrations.add(registration)
  return () => {
    registrations.delete(registration)
    if (registrations.size === 0) document.removeEventListener('keydown', onKeyDown)
  }
}

/** Commands of this page in groups: those of the current row or selection, of the page, and of every page. */
export function readCommands(): CommandGroup[] {
  const groups = Map.groupBy(registrations, ({ group }) => group)
  return [...groups]
    .map(([title, members]) => ({ title, commands: members.flatMap(({ read }) => read()) }))
    .toSorted((left, right) => rankOf(left) - rankOf(right))
}

const lastGroups: readonly string[] = [groupTitles.basket, groupTitles.everywhere]

function rankOf({ title, commands }: CommandGroup): number {
  if (commands.some(({ scope, isOfSelection }) => scope !== undefined || isOfSelection)) return -1
  return lastGroups.indexOf(title) + 1
}

/** Commands for the palette that are available while this element has the focus. */
export function offeredCommands(focused: Element | null): CommandGroup[] {
  return readCommands().map(({ title, commands }) => ({
    title,
    commands: commands.filter(
      (command) => command.run !== null && !command.isKeyOnly && isInScope(command, focused),
    ),
  }))
}

/** Runs a command of this page, if it is possible. */
export function runCommand(id: string): void {
  const commands = readCommands().flatMap((group) => group.commands)
  commands.findLast((command) => command.id === id)?.run?.()
}

/** Whether the palette offers the command and its key works while this element has the focus. */
function isInScope({ scope }: Command, focused: Element | null): boolean {
  return scope === undefined || (focused !== null && scope.current?.contains(focused) === true)
}

function onKeyDown(event: KeyboardEvent): void {
  const focused = event.target instanceof Element ? event.target : null
  const matching = [...registrations]
    .flatMap(({ read }) => read())
    .filter((command) => isKeyOf(event, command) && isInScope(command, focused))
  // The focused widget takes precedence, then the widget opened last.
  const command = matching.findLast(({ scope }) => scope !== undefined) ?? matching.at(-1)
  if (!command?.run) return
  event.preventDefault()
  if (!event.repeat || command.canRepeat) command.run()
}

const isModified = ({ ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !defaultPrevented

function isKeyOf(event: KeyboardEvent, { key, run, worksInDialogs = false }: Command): boolean {
  if (key === undefined || run === null) return false
  const modifiers = key.split('+')
  const name = modifiers.pop()
  if (name !== undefined && modifiers.includes('shift') && /^[1-9]$/.test(name)) {
    // The key's character depends on the keyboard; where digits need Shift, a digit itself was typed.
    return event.code === `Digit${name}` && event.key !== name && event.shiftKey && isPageShortcut(event)
  }
  const isLetter = name !== undefined && /^[a-z]$/.test(name)
  if (event.key.toLowerCase() !== name) return false
  // Whether a character such as `?` needs Shift depends on the keyboard.
  if (isLetter && event.shiftKey !== modifiers.includes('shift')) return false
  if (modifiers.includes('mod')) return isModified(event) && !isDialogOpen()
  return worksInDialogs ? isShortcut(event) : isPageShortcut(event)
}
