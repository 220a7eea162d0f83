import type { WireClient } from '@terrace/contracts/clients'
import { use, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { normalizeText, searchWords } from '#web/lib/commands/match-text.ts'

/** The key of the menu's entry that adds a client. */
export const addKey = 'add'

interface FirstMatchProps {
  typed: string
  clients: readonly WireClient[]
  /** Whether the clients are those for the typed text. */
  isCurrent: boolean
  isFailed: boolean
  opensWhenFound: boolean
  onChoose: (id: string) => void
  /** `true` while Enter waits for the clients. Then `false`, with `isFailed` if they could not be loaded. */
  onWait: ((isWaiting: boolean, isFailed: boolean) => void) | undefined
  /** Called on Ctrl Enter, also while the clients still load. */
  onSubmit: (() => void) | undefined
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
  isFailed,
  opensWhenFound,
  onChoose,
  onWait,
  onSubmit,
  children,
}: FirstMatchProps) {
  const menu = use(ComboBoxStateContext)
  const match = typed === '' ? undefined : clients.find((client) => isMatch(client, typed))?.id
  const arrowedIn = useRef<string | null>(null)
  const enteredFor = useRef<string | null>(null)
  const chosenFor = useRef<string | null>(null)
  const isWaiting = useRef(false)
  /** The text that was kept by leaving the field or closing the menu. */
  const keptText = useRef(opensWhenFound ? null : typed)
  const [, setPresses] = useState(0)
  const wasOpened = useRef(false)
  useEffect(() => {
    let wasFailed = false
    if (enteredFor.current !== typed) enteredFor.current = null
    if (chosenFor.current !== typed) chosenFor.current = null
    if (enteredFor.current !== null && isCurrent) {
      enteredFor.current = null
      wasFailed = isFailed
      if (match !== undefined) {
        chosenFor.current = typed
        onChoose(match)
      }
    }
    // The chosen client is part of what is submitted, so it must have been rendered.
    if (isWaiting.current && enteredFor.current === null && chosenFor.current === null) {
      isWaiting.current = false
      onWait?.(false, wasFailed)
    }
    // Opened in an effect, because the menu cannot open without items.
    if (menu?.isOpen) wasOpened.current = true
    else if (opensWhenFound && !wasOpened.current && isCurrent && match !== undefined)
      menu?.open(null, 'input')
    const { isOpen, selectionManager } = menu ?? {}
    if (isOpen && match !== undefined && selectionManager?.focusedKey === null)
      selectionManager.setFocusedKey(match)
  })

  function onEnter(event: KeyboardEvent) {
    const isSubmit = onSubmit !== undefined && (event.ctrlKey || event.metaKey)
    const focused = menu?.isOpen ? menu.selectionManager.focusedKey : null
    const isOther = focused !== null && focused !== match
    const takesFirst =
      typed !== '' &&
      !isFailed &&
      keptText.current !== typed &&
      (!isCurrent || (!isOther && match !== undefined))
    // React Aria handles the rest. On Ctrl Enter it would choose without submitting.
    if (isSubmit ? focused === addKey : !takesFirst || (isCurrent && focused !== null)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    if (takesFirst) enteredFor.current = typed
    else if (isSubmit && typeof focused === 'string') onChoose(focused)
    isWaiting.current = true
    onWait?.(true, false)
    if (isSubmit) onSubmit()
    setPresses((presses) => presses + 1)
  }

  return (
    // Handles keys that reach it from the field; not a control itself.
    <div
      role="presentation"
      className="contents"
      onBlur={() => (keptText.current = typed)}
      onKeyDownCapture={(event) => {
        if (event.key.startsWith('Arrow')) arrowedIn.current = typed
        if (event.key === 'Tab' && arrowedIn.current !== typed) menu?.selectionManager.setFocusedKey(null)
        if (event.key === 'Escape') keptText.current = typed
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter(event)
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
