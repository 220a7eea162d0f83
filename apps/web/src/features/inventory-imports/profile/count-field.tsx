import { useState } from 'react'
import { TextField } from '#web/ui/controls/text-field.tsx'

interface CountFieldProps {
  label: string
  value: number
  max: number
  onChange: (value: number) => void
}

/** A whole number from 0 to `max`. Anything else is shown as wrong and changes nothing. */
export function CountField({ label, value, max, onChange }: CountFieldProps) {
  const [text, setText] = useState(String(value))
  const isValid = /^\d{1,6}$/.test(text.trim()) && Number(text) <= max
  return (
    <TextField
      label={label}
      value={text}
      inputMode="numeric"
      autoComplete="off"
      error={isValid ? undefined : `Enter a whole number from 0 to ${max.toLocaleString('en-GB')}.`}
      isTouched
      onChange={(typed) => {
        setText(typed)
        if (/^\d{1,6}$/.test(typed.trim()) && Number(typed) <= max) onChange(Number(typed))
      }}
      onBlur={() => {
        if (!isValid) setText(String(value))
      }}
    />
  )
}
