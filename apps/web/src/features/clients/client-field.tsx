import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'
import { controlClass, FieldMessages, visibleError } from '#web/ui/controls/field.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import type { ClientPickerProps } from './client-picker.tsx'

/**
 * Loads `ClientPicker` when the page is idle or on first use. Until then, a plain text field takes its place and keeps
 * the typed text and caret.
 */
export function ClientField(props: ClientPickerProps) {
  const [Picker, setPicker] = useState<ComponentType<ClientPickerProps> | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const [wasTyping, setWasTyping] = useState(false)
  // Position in the text where typing was interrupted.
  const caret = useRef<number | null>(null)
  const keepCaret = useCallback((position: number) => void (caret.current = position), [])

  const load = useCallback(() => {
    // Without the list, the text is still accepted.
    import('./client-picker.tsx').then(
      ({ ClientPicker }) => setPicker(() => ClientPicker),
      () => undefined,
    )
  }, [])
  useEffect(() => whenIdle(load), [load])

  useLayoutEffect(() => {
    const input = box.current?.querySelector('input')
    if (Picker === null || caret.current === null || !input) return
    input.focus()
    input.setSelectionRange(caret.current, caret.current)
    caret.current = null
    setWasTyping(true)
  }, [Picker])

  return (
    <div ref={box}>
      {Picker ? (
        <Picker {...props} opensWhenFound={wasTyping} />
      ) : (
        <TextOnly {...props} onFocus={load} onLeave={keepCaret} />
      )}
    </div>
  )
}

interface TextOnlyProps extends ClientPickerProps {
  onFocus: () => void
  /** Called with the position of the caret when the field disappears while it has the focus. */
  onLeave: (caret: number) => void
}

function TextOnly({ name, text, onType, onBlur, onFocus, onLeave, ...texts }: TextOnlyProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const error = visibleError(texts)
  useLayoutEffect(() => {
    const { current } = input
    return () => {
      if (document.activeElement === current && current) onLeave(current.selectionStart ?? 0)
    }
  }, [onLeave])
  return (
    <div className="block w-full">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {texts.label}
      </label>
      <div className={controlClass(error !== undefined)}>
        <input
          ref={input}
          id={id}
          name={name}
          role="combobox"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-expanded={false}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-messages`}
          autoComplete="off"
          value={text}
          onChange={({ target }) => onType(target.value)}
          onFocus={onFocus}
          onBlur={onBlur}
          className="min-w-0 flex-1 self-stretch rounded bg-transparent px-3.5 outline-none"
        />
        <span className="inline-flex size-9 shrink-0 items-center justify-center text-muted">
          <ChevronDownIcon aria-hidden className="size-4" />
        </span>
      </div>
      <FieldMessages id={`${id}-messages`} description={texts.description} error={error} />
    </div>
  )
}
