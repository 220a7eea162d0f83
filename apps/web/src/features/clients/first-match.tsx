import type { WireClient } from '@terrace/contracts/clients'
import { use, useEffect, useRef, type ReactNode } from 'react'
import { ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { normalizeText, searchWords } from '#web/lib/commands/match-text.ts'

interface FirstMatchProps {
  typed: string
  clients: readonly WireClient[]
  /** Whether the clients are those for the typed text. */
  isCurrent: boolean
  opensWhenFound: boolean
  onChoose: (id: string) => void
  children: ReactNode
}

/**
 * Highlights the first matching client, so that Enter chooses it, even if pressed before the list has loaded. Tab keeps
 * the typed text, unless an arrow key has chosen a client.
 */
export function FirstMatch({
  typed,
  clients,
  isCurrent,
  opensWhenFound,
  onChoose,
  children,
}: FirstMatchProps) {
  const menu = use(ComboBoxStateContext)
  const match = typed === '' ? undefined : clients.find((client) => isMatch(client, typed))?.id
  const arrowedIn = useRef<string | null>(null)
  const enteredFor = useRef<string | null>(null)
  const wasOpened = useRef(false)
  useEffect(() => {
    if (enteredFor.current !== typed) enteredFor.current = null
    if (enteredFor.current !== null && isCurrent) {
      enteredFor.current = null
      if (match !== undefined) onChoose(match)
    }
    // Opened in an effect, because the menu cannot open without items.
    if (menu?.isOpen) wasOpened.current = true
    else if (opensWhenFound && !wasOpened.current && isCurrent && match !== undefined)
      menu?.open(null, 'input')
    const { isOpen, selectionManager } = menu ?? {}
    if (isOpen && match !== undefined && selectionManager?.focusedKey === null)
      selectionManager.setFocusedKey(match)
  })
  return (
    // Handles keys that reach it from the field; not a control itself.
    <div
      role="presentation"
      className="contents"
      onBlur={() => (enteredFor.current = null)}
      onKeyDownCapture={(event) => {
        if (event.key.startsWith('Arrow')) arrowedIn.current = typed
        if (event.key === 'Tab' && arrowedIn.current !== typed) menu?.selectionManager.setFocusedKey(null)
        if (event.key !== 'Enter' || isCurrent || typed === '' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        enteredFor.current = typed
      }}
    >
      {children}
    </div>
  )
}

function isMatch({ name, company, email }: WireClient, typed: string): boolean {
  const words = normalizeText(`${name} ${company} ${email}`).split(/\s+/)
  return searchWords(typed).every((search) => words.some((word) => word.startsWith(search)))
}
