import { expect, test } from 'vitest'
import { completePermissions, permissionsForFields } from './seller-permissions.ts'

test('every permission includes viewing', () => {
  expect(completePermissions(['money', 'list'])).toEqual(['view', 'list', 'money'])
  expect(completePermissions(['view'])).toEqual(['view'])
  expect(completePermissions([])).toEqual([])
})

test('amounts of a listing need the permission to price, its cost money too, everything else the permission to list', () => {
  expect(permissionsForFields(['price'])).toEqual(['view', 'price'])
  expect(permissionsForFields(['floor', 'face_value'])).toEqual(['view', 'price'])
  expect(permissionsForFields(['cost'])).toEqual(['view', 'price', 'money'])
  expect(permissionsForFields(['tags', 'price'])).toEqual(['view', 'list', 'price'])
  expect(permissionsForFields(['published'])).toEqual(['view', 'list'])
})
