import { useCommands } from '#web/lib/commands/use-commands.ts'
import { ShortcutHelp } from './shortcut-help.tsx'

/** The keys of a page that is only a form. */
export function FormShortcuts() {
  useCommands('Form', [
    { id: 'form.next', title: 'Next field or button', widgetKeys: ['Tab'], run: null },
    { id: 'form.previous', title: 'Previous field or button', widgetKeys: ['Shift', 'Tab'], run: null },
    { id: 'form.send', title: 'Send the form', widgetKeys: ['Enter'], run: null },
  ])
  return <ShortcutHelp />
}
