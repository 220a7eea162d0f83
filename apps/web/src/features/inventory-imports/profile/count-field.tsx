import { useState } from 'react'
import { TextField } from '#web/ui/controls/text-field.tsx'

interface CountFieldProps {
  label: string
  value: number
  /** 0 by default. */
  min?: number
  max: number
  onChange: (value: number) => void
}

/** A whole number from `min` to `max`. Anything else is shown as wrong and changes nothing. */
export function CountField({ label, value, min = 0, max, onChange }: CountFieldProps) {
  const [text, setText] = useState(String(value))
  const fits = (typed: string) =>
    /^\d{1,6}$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max
  const isValid = fits(text)
  return (
    <TextField
      label={label}
      value={text}
      inputMode="numeric"
      autoComplete="off"
      error={isValid ? undefined : `Enter a whole number from ${min} to ${max.toLocaleString('en-GB')}.`}
      isTouched
      onChange={(typed) => {
        setText(typed)
        if (fits(typed)) onChange(Number(typed))
      }}
      onBlur={() => {
        if (!isValid) setText(String(value))
      }}
    />
  )
}
