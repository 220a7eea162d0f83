import { useState } from 'react'
import { preferenceCommands } from '#web/features/accounts/preferences/preference-commands.ts'
import { useLogOut } from '#web/features/accounts/use-log-out.ts'
import { CommandPalette } from '#web/features/palette/command-palette.tsx'
import { commandGroups } from '#web/features/palette/palette-groups.ts'
import type { OpenPaletteProps } from '#web/features/palette/palette-host.tsx'
import { offeredCommands } from '#web/lib/commands/command-registry.ts'

const noSearch = { isPending: false, isOffline: false, isFailed: false, onRetry: () => undefined }

/** The command palette of sellers and operators: commands only, because they cannot open the buyer's results. */
export default function RolePalette({ focused, typedAhead, onClose }: OpenPaletteProps) {
  const logOut = useLogOut()
  const [text, setText] = useState(typedAhead.text)
  const account = { title: 'Account', commands: preferenceCommands(() => logOut.mutate()) }
  return (
    <CommandPalette
      text={text}
      isEntered={typedAhead.isEntered}
      onText={setText}
      results={commandGroups(text, [...offeredCommands(focused), account])}
      context={undefined}
      state={noSearch}
      isCommandsOnly
      onChoose={({ action }) => 'run' in action && onClose(action.run)}
      onClose={onClose}
    />
  )
}
