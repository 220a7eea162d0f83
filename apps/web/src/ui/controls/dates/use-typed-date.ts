import { formatDate, parseTypedDate } from '@terrace/domain/time/dates'
import { useState } from 'react'
import { useStableDuringPress } from '#web/lib/hooks/use-stable-during-press.ts'

/**
 * A date, typed and shown as DD-MM-YYYY (spec §9) in every browser language. Valid input applies while typing;
 * invalid input is reported on blur.
 */
export function useTypedDate(value: string, onChange: (day: string) => void) {
  // The typed text while it differs from `value`; `null` otherwise.
  const [typedText, setTypedText] = useState<string | null>(null)
  const [isTouched, setTouched] = useState(false)
  const isInvalid = useStableDuringPress(isTouched && typedText !== null)

  function type(text: string) {
    const day = text.trim() === '' ? '' : parseTypedDate(text)
    setTypedText(day === null || text.trim() !== (formatDate(day) ?? '') ? text : null)
    setTouched(false)
    if (day !== null && day !== value) onChange(day)
  }

  function finish(text: string) {
    // Replace a valid date by its standard form.
    if (text.trim() === '' || parseTypedDate(text) !== null) setTypedText(null)
    else setTouched(true)
  }

  return {
    isInvalid,
    /** Discards the typed text, for a date chosen in the calendar. */
    reset: () => setTypedText(null),
    inputProps: {
      value: typedText ?? formatDate(value) ?? '',
      placeholder: 'DD-MM-YYYY',
      inputMode: 'numeric',
      autoComplete: 'off',
      maxLength: 10,
      onChange: ({ target }: { target: HTMLInputElement }) => type(target.value),
      onBlur: ({ target }: { target: HTMLInputElement }) => finish(target.value),
    },
  } as const
}

export const dateFormatHint = 'Use DD-MM-YYYY.'

/** Dates as 'YYYY-MM-DD'; '' when none is selected (spec §3). */
export interface Days {
  startDate: string
  endDate: string
}
