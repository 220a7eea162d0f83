import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  inventoryProfilesRoutes,
  type WireDialect,
  type WireInventoryProfile,
} from '@terrace/contracts/inventory-profiles'
import { useState } from 'react'
import { FormError } from '#web/forms/form-error.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { dialectsQuery, profilesKey, profilesQuery } from '#web/features/inventory-imports/data/queries.ts'
import { SubPage } from '#web/features/inventory-imports/sub-page.tsx'
import { columnKey } from './column-meanings.ts'
import { SettingsForm } from './settings-form.tsx'

/** Edits a profile. Saving makes a new version; imports keep the one that they used. */
export function ProfilePage({ id, onDone }: { id: string; onDone: () => void }) {
  const profiles = useQuery(profilesQuery())
  const dialects = useQuery(dialectsQuery())
  const profile = profiles.data?.find((each) => each.id === id)
  const failed = [profiles, dialects].find(({ error, data }) => error !== null && data === undefined)
  if (failed)
    return (
      <SubPage parent="Profiles" onParent={onDone} title="Profile">
        <LoadError title="Couldn’t load this profile" query={failed} />
      </SubPage>
    )
  if (!profiles.data || !dialects.data)
    return (
      <SubPage parent="Profiles" onParent={onDone} title="Profile">
        <Skeleton className="m-5 h-64" />
      </SubPage>
    )
  if (!profile)
    return (
      <SubPage parent="Profiles" onParent={onDone} title="Profile">
        <EmptyState title="Profile not found" message="It may have been archived." />
      </SubPage>
    )
  const dialect = dialects.data.find(({ name }) => name === profile.settings.dialect)
  return <Editor key={profile.version} profile={profile} dialect={dialect} onDone={onDone} />
}

interface EditorProps {
  profile: WireInventoryProfile
  dialect: WireDialect | undefined
  onDone: () => void
}

function Editor({ profile, dialect, onDone }: EditorProps) {
  const client = useQueryClient()
  const [settings, setSettings] = useState(profile.settings)
  const [name, setName] = useState(profile.name)
  // Columns stay in the table when they are no longer used.
  const [header] = useState(() => headerOf(profile, dialect))
  const save = useMutation({
    mutationFn: () =>
      call(inventoryProfilesRoutes.change, {
        params: { profile_id: profile.id },
        body: { name, settings, version: profile.version },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: profilesKey })
      onDone()
    },
  })
  return (
    <SubPage parent="Profiles" onParent={onDone} title={profile.name}>
      <div className="max-w-210 space-y-8 px-5 py-5 max-sm:px-4">
        <p className="text-sm text-muted">
          The next file is read with what you save here. Imports in progress keep version {profile.version}.
        </p>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          maxLength={80}
          autoComplete="off"
          error={name.trim() === '' ? 'Enter a name.' : undefined}
          isTouched
        />
        <SettingsForm
          settings={settings}
          onChange={setSettings}
          dialect={dialect}
          header={header}
          rows={[]}
        />
        {save.error && <FormError error={save.error} />}
        <div className="flex gap-2">
          <ExplainedButton
            reason={refusal('list')}
            tone="primary"
            isPending={save.isPending}
            isDisabled={name.trim() === ''}
            onPress={() => save.mutate()}
          >
            Save version {profile.version + 1}
          </ExplainedButton>
          <Button onPress={onDone}>Cancel</Button>
        </div>
      </div>
    </SubPage>
  )
}

function headerOf({ settings }: WireInventoryProfile, dialect: WireDialect | undefined): string[] {
  const names = [...Object.keys(dialect?.columns ?? {}), ...Object.keys(settings.columns)]
  return [...new Map(names.map((name) => [columnKey(name), name])).values()]
}
