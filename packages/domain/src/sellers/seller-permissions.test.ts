import { expect, test } from 'vitest'
import { completePermissions, permissionsForFields } from './seller-permissions.ts'

test('every permission includes viewing', () => {
  expect(completePermissions(['money', 'list'])).toEqual(['view', 'list', 'money'])
  expect(completePermissions(['view'])).toEqual(['view'])
  expect(completePermissions([])).toEqual([])
})

test('money of a listing needs the permission to price, everything else the permission to list', () => {
  expect(permissionsForFields(['price'])).toEqual(['view', 'price'])
  expect(permissionsForFields(['cost', 'floor', 'face_value'])).toEqual(['view', 'price'])
  expect(permissionsForFields(['tags', 'price'])).toEqual(['view', 'list', 'price'])
  expect(permissionsForFields(['published'])).toEqual(['view', 'list'])
})
