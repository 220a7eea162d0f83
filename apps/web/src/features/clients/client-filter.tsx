import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ClientPicker } from './client-picker.tsx'
import { clientQuery } from './queries.ts'

interface ClientFilterProps {
  clientId: string | null
  onChange: (clientId: string | null) => void
}

/** Filters a list by a client of the book. */
export function ClientFilter({ clientId, onChange }: ClientFilterProps) {
  const { data } = useQuery({ ...clientQuery(clientId ?? ''), enabled: clientId !== null })
  const [typed, setTyped] = useState('')
  return (
    <ClientPicker
      label="Client"
      isLabelHidden
      isExistingOnly
      text={clientId === null ? typed : (data?.client.name ?? '')}
      clientId={clientId}
      onType={(text) => {
        setTyped(text)
        if (clientId !== null) onChange(null)
      }}
      onChoose={({ id }) => {
        setTyped('')
        onChange(id)
      }}
    />
  )
}
