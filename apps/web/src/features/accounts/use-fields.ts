import { useRef, useState } from 'react'

/**
 * The text fields of a small form, with the touched rule of spec §5: an error shows once its field was left with it, or
 * the form was sent. `judge` gives the error of each wrong field; `onEdit` hears every keystroke.
 */
export function useFields<Name extends string>(
  names: readonly Name[],
  judge: (values: Record<Name, string>) => Partial<Record<string, string>>,
  onEdit?: () => void,
) {
  const empty = () => Object.fromEntries(names.map((name) => [name, '']))
  // The keys are the names, which `fromEntries` forgets.
  const [values, setValues] = useState(() => empty() as Record<Name, string>)
  const [touched, setTouched] = useState<Partial<Record<Name, boolean>>>({})
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})
  const errors = judge(values)
  return {
    values,
    /** What a `TextField` is given for the field. */
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
    /** True when all can be sent; else every error shows and the first wrong field has the focus. */
    isReady(): boolean {
      setTouched(Object.fromEntries(names.map((name) => [name, true])) as Record<Name, boolean>) // as above
      const wrong = names.find((name) => errors[name] !== undefined)
      if (wrong !== undefined) inputs.current[wrong]?.focus()
      return wrong === undefined
    },
    /** Empties all, as if nothing had been typed yet. */
    clear() {
      setValues(empty() as Record<Name, string>) // as above
      setTouched({})
    },
  }
}
