import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { SearchField } from '#web/ui/search-field.tsx'
import { useSlashKey } from './use-slash-key.ts'

interface SearchBoxProps {
  /** Names the landmark; a screen may have two. */
  landmark: string
  placeholder: string
  size?: 'md' | 'lg'
  /** `/` leads here; of several fields on a screen only one may have it. */
  hasShortcut?: boolean
  className?: string
}

/** A field that leads to the search page with what was typed. */
export function SearchBox({
  landmark,
  placeholder,
  size = 'md',
  hasShortcut = true,
  className,
}: SearchBoxProps) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useSlashKey(input, hasShortcut)
  return (
    <div role="search" aria-label={landmark} className={className}>
      <SearchField
        label="Search events"
        placeholder={placeholder}
        size={size}
        value={text}
        onChange={setText}
        onSubmit={(value) => {
          const q = value.trim()
          setText('')
          void navigate({ to: '/search', search: q === '' ? {} : { q } })
        }}
        inputRef={input}
        {...(hasShortcut && { shortcut: '/' })}
      />
    </div>
  )
}
