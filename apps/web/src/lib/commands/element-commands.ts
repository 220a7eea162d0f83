import type { Command } from './command.ts'

interface ElementCommandsOptions {
  /** What the commands act on, as in 'selected' or 'quote'; their ids begin with it. */
  prefix: string
  detail: string
}

/**
 * Buttons and links with `data-command` as commands on what is selected or open. The attribute is the stored id, so it
 * has no counts. `data-title` is the title where the text needs its surroundings.
 */
export function elementCommands(
  element: HTMLElement | null,
  { prefix, detail }: ElementCommandsOptions,
): Command[] {
  const controls = element?.querySelectorAll<HTMLElement>('[data-command]') ?? []
  return [...controls].map((control) => ({
    id: `${prefix}.${control.dataset['command']}`,
    title: control.dataset['title'] ?? control.textContent,
    detail,
    isOfSelection: true,
    run: control.matches(':disabled, [aria-disabled=true]') ? null : () => control.click(),
  }))
}
