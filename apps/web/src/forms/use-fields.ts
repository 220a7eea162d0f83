import { useRef, useState } from 'react'

/**
 * State of a small form's text fields, with the touched rule of spec §5: an error shows after its field has lost
 * focus or the form was submitted. `validate` returns the error per field; `onEdit` runs on every change.
 */
export function useFields<Name extends string>(
  names: readonly Name[],
  validate: (values: Record<Name, string>) => Partial<Record<string, string>>,
  onEdit?: () => void,
) {
  const empty = () => Object.fromEntries(names.map((name) => [name, '']))
  // `fromEntries` returns plain string keys.
  const [values, setValues] = useState(() => empty() as Record<Name, string>)
  const [touched, setTouched] = useState<Partial<Record<Name, boolean>>>({})
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})
  const errors = validate(values)
  return {
    values,
    /** Props of the field's `TextField`. */
    field: (name: Name) => ({
      name,
      value: values[name],
      onChange(value: string) {
        setValues((current) => ({ ...current, [name]: value }))
        onEdit?.()
      },
      onBlur() {
        if (errors[name] !== undefined) setTouched((current) => ({ ...current, [name]: true }))
      },
      error: errors[name],
      isTouched: touched[name],
      isValid: errors[name] === undefined,
      inputRef(element: HTMLInputElement | null) {
        inputs.current[name] = element
      },
    }),
    /** Returns whether all fields are valid; otherwise shows every error and focuses the first invalid field. */
    isReady(): boolean {
      setTouched(Object.fromEntries(names.map((name) => [name, true])) as Record<Name, boolean>)
      const firstInvalid = names.find((name) => errors[name] !== undefined)
      if (firstInvalid !== undefined) inputs.current[firstInvalid]?.focus()
      return firstInvalid === undefined
    },
    /** Resets all fields to empty and untouched. */
    clear() {
      setValues(empty() as Record<Name, string>)
      setTouched({})
    },
  }
}
