-- The permissions that standard roles were given already. A version that brings more gives them to the standard roles they belong to
-- once, at its first start; a tenant that takes one from a role keeps it taken.
create table known_permission (
  name text primary key
);
grant select, insert on known_permission to boyun_system;

-- Those of the version before this table.
insert into known_permission
select name from regexp_split_to_table($$
  alarm-response.export, alarm.export, alarm.handle, alarm.list, announcement.export, api-key.export, api-key.list, api-key.manage,
  app-version.export, app-version.list, appointment-quota.create, appointment-quota.delete, appointment-quota.list,
  appointment-quota.update, appointment.book, appointment.cancel, appointment.confirm, appointment.export, appointment.list,
  appointment.miss, area.create, area.delete, area.export, area.import, area.list, area.update, arrears-by-lot.export,
  arrears-by-plate.export, arrears.export, arrears.list, arrears.remind, attendance-by-month.export, attendance.export, attendance.list,
  attendance.sign, audit-log.export, audit-log.list, banner.create, banner.delete, banner.export, banner.list, banner.update,
  black-list.create, black-list.delete, black-list.export, black-list.import, black-list.list, black-list.update, booking-page.create,
  booking-page.delete, booking-page.list, booking-page.update, box.create, box.delete, box.export, box.import, box.list,
  box.push-configuration, box.rotate-secret, box.update, camera-message.export, camera.create, camera.delete, camera.export,
  camera.import, camera.list, camera.rotate-secret, camera.update, car-flow.export, car-flow.list, card-entry.export, card-use.export,
  card.create, card.export, card.import, card.list, card.lose, card.recharge, card.refund, card.replace, card.update, charge-binding.create,
  charge-binding.delete, charge-binding.export, charge-binding.list, charge-binding.update, charge-example.create,
  charge-example.delete, charge-example.export, charge-example.import, charge-example.list, charge-example.update, charge-replay.export,
  charge-rule.approve, charge-rule.create, charge-rule.delete, charge-rule.export, charge-rule.list, charge-rule.publish,
  charge-rule.replay, charge-rule.update, command.export, command.list, console.view, crash-report.export, crash-report.list,
  department.create, department.delete, department.export, department.import, department.list, department.update, dictionary.create,
  dictionary.delete, dictionary.export, dictionary.import, dictionary.list, dictionary.update, employee.create, employee.delete,
  employee.export, employee.force-logout, employee.freeze, employee.import, employee.issue-password, employee.list, employee.update,
  enumeration.export, feedback.answer, feedback.export, feedback.list, fixed-list.create, fixed-list.delete, fixed-list.export,
  fixed-list.import, fixed-list.list, fixed-list.update, flow-balance.export, flow-balance.list, free-list.create, free-list.delete,
  free-list.export, free-list.import, free-list.list, free-list.update, garage.create, garage.delete, garage.export, garage.import,
  garage.list, garage.update, gate.create, gate.delete, gate.export, gate.import, gate.list, gate.update, holiday.create, holiday.delete,
  holiday.export, holiday.import, holiday.list, holiday.update, important-notice.create, important-notice.delete,
  important-notice.export, important-notice.list, important-notice.update, in-lot.export, inspection-plan.create,
  inspection-plan.delete, inspection-plan.export, inspection-plan.list, inspection-plan.update, inspection.assign, inspection.do,
  inspection.export, inspection.list, lane-call.answer, lane-call.export, lane-monitor.view, lane.create, lane.delete, lane.export,
  lane.import, lane.list, lane.open, lane.update, list-view.share, login-log.export, login-log.list, lot-workbook.import, lot.create,
  lot.delete, lot.export, lot.import, lot.list, lot.update, menu.list, menu.update, message.export, message.send,
  notice-confirmation.export, order.collect, order.correct, order.export, order.list, order.refund, order.void, order.waive,
  pack-return.export, pack-rule.create, pack-rule.delete, pack-rule.export, pack-rule.list, pack-rule.update, pack.cancel,
  pack.change-plates, pack.export, pack.import, pack.list, pack.pause, pack.refund, pack.renew, pack.sell, passing.export, passing.free,
  passing.list, passing.settle, pay-channel.create, pay-channel.delete, pay-channel.export, pay-channel.list, pay-channel.set-keys,
  pay-channel.test, pay-channel.update, payment.export, payment.list, permission.export, permission.list, phone.view, push-rule.create,
  push-rule.delete, push-rule.list, push-rule.update, push-send.export, push-send.list, push-send.resend, push-template.update,
  quarantine.discard, quarantine.export, quarantine.list, quarantine.replay, region.create, region.delete, region.export, region.fill,
  region.import, region.list, region.update, registration.export, registration.list, reminder.set, retention.update, retention.view,
  review-flow.create, review-flow.delete, review-flow.export, review-flow.list, review-flow.update, review.decide, review.export,
  review.list, roadside.view, roadside.work, role.create, role.delete, role.export, role.list, role.see-as, role.update,
  sentry-data-by-person.export, sentry-data-by-sentry.export, sentry-data.export, sentry-data.list, sentry-log.export, sentry-log.list,
  sentry-operation.export, sentry-operation.list, sentry.create, sentry.delete, sentry.export, sentry.import, sentry.list, sentry.update,
  shift-plan.create, shift-plan.delete, shift-plan.export, shift-plan.import, shift-plan.list, shift-plan.update, shift.export,
  shift.list, shift.sign, shift.take, spot.create, spot.delete, spot.export, spot.import, spot.list, spot.update, statistics.export,
  statistics.view, stock-take.count, stock-take.export, stock-take.finish, stock-take.list, support.grant, system-alarm.export,
  system-alarm.list, task.export, task.list-all, tenant-bill.export, tenant-bill.list, tenant-setting.update, tenant-setting.view,
  tenant.export, verify.retry, verify.run, visit-list.create, visit-list.decide, visit-list.delete, visit-list.export, visit-list.import,
  visit-list.list, visit-list.update, void-order.export, void-order.list, webhook-delivery.export, webhook.export, webhook.list,
  webhook.manage, white-list.create, white-list.delete, white-list.export, white-list.import, white-list.list, white-list.update
$$, '[\s,]+') as name
where name <> '' and exists (select from role);
