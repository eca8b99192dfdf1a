export { type Filling, fill, singleSlot, slot } from '../contract/slot.ts';
export { queryOf } from './address.ts';
export { ringAlarm, toggleAlarmSound, useAlarmSound } from './alarm-sound.ts';
export { AnswerOrder, takingNewest } from './answer-order.ts';
export { browserStore, type RunInStore } from './browser-store.ts';
export {
  call,
  createRow,
  deleteRow,
  exportRows,
  getRow,
  type Listing,
  list,
  updateRow,
  wireBody,
} from './call.ts';
export { loadCarPanel } from './car-door.ts';
export { CarSection } from './car-section.tsx';
export { type CarPart, type CarPartProps, carParts, PlatesOpenCars, showCar, useShownCar } from './car-slot.ts';
export { Carousel } from './carousel.tsx';
export { choiceLabel, DurationText, FieldValue, fieldText, Money, Picture, StateDot, TimeText } from './cell.tsx';
export { Chart, type ChartProps } from './chart.tsx';
export { chartFrame, colorOf } from './chart-frame.ts';
export type { SheetCode, SheetStyle } from './code-sheet.ts';
export { useCommitted } from './committed.ts';
export { Confirm } from './confirm.tsx';
export { ConsentBox } from './consent-box.tsx';
export { copyText } from './copy-text.ts';
export { Drawer } from './drawer.tsx';
export { DriverMobile, isWholeMobile } from './driver-mobile.tsx';
export {
  DriverFacts,
  DriverPage,
  DriverPlaceholder,
  DriverProblem,
  PlateAndMobile,
  PlateChip,
  refusalText,
  useAnswer,
  useByCode,
} from './driver-page.tsx';
export { DriverPlate, isWholePlate } from './driver-plate.tsx';
export { driverToken, keepDriverToken, postAsDriver } from './driver-token.ts';
export { FieldInput, type FieldInputProps } from './form/field-input.tsx';
export { FileInput, FileListInput } from './form/file-input.tsx';
export { useFormStart } from './form/form-start.ts';
export { type DialogForm, OperationDialog, type OperationDialogProps, shortReason } from './form/operation-dialog.tsx';
export { PlateInput } from './form/plate-input.tsx';
export { plateStanding } from './form/plate-slot.ts';
export type { FormPart, FormParts, FormPartsOf } from './form/record-fields.tsx';
export { RecordForm } from './form/record-form.tsx';
export type { Draft, Initial } from './form/record-state.ts';
export { ReferenceInput, ReferencesInput } from './form/reference-input.tsx';
export { ZoneInput } from './form/zone-input.tsx';
export {
  countText,
  daysText,
  dayText,
  durationText,
  formatTime,
  growthText,
  hoursText,
  moneyText,
  numberText,
  shareText,
  sizeText,
  type TimeStyle,
  timeText,
} from './format.ts';
export { useFullScreen } from './full-screen.ts';
export { DataGrid } from './grid/data-grid.tsx';
export { type CellSlots, columnsOf, type GridColumn } from './grid/grid-column.tsx';
export type { DataGridProps } from './grid/grid-props.ts';
export { type GridSetting, isShown, isWide, orderedKeys, plainSetting, readSetting } from './grid/grid-setting.ts';
export { GridSettingButton } from './grid/grid-setting-panel.tsx';
export { useGridSetting } from './grid/kept-setting.ts';
export { Pager } from './grid/pager.tsx';
export { keepOffline } from './keep-offline.ts';
export { type KeyMap, useKeys } from './keys.ts';
export {
  currentLanguage,
  LanguageScope,
  readCookie,
  setLanguage,
  type Translate,
  translate,
  useLanguage,
  useText,
  writeCookie,
} from './language.ts';
export { useAddressWord } from './list/address-word.ts';
export { download } from './list/download.ts';
export { FieldList } from './list/field-list.tsx';
export { FigureBox } from './list/figure-box.tsx';
export { choicesOf, FilterSwitch } from './list/filter-switch.tsx';
export { default as ImportDialog } from './list/import-dialog.tsx';
export type { ListState, ListView, ViewPanelProps } from './list/list-model.ts';
export { ListPage, type ListPageProps, type ListSide } from './list/list-page.tsx';
export type { ListContext } from './list/list-place.tsx';
export { type ListScheduleProps, listSchedule } from './list/list-schedule-slot.ts';
export { useListState } from './list/list-state.ts';
export { listLink } from './list/list-url.ts';
export { startListViews, useListViews } from './list/list-view.ts';
export { type ListViewSource, listViewSource } from './list/list-view-slot.ts';
export { PeriodSwitch, periodLabel } from './list/period-switch.tsx';
export { type PrintedColumn, PrintTable } from './list/print-table.tsx';
export { QueryBar } from './list/query-bar.tsx';
export { type ReportBars, RowBars } from './list/report-bars.tsx';
export { ReportPage } from './list/report-page.tsx';
export type { ChartRow } from './list/report-sums.ts';
export { ResourcePage, type ResourcePageProps } from './list/resource-page.tsx';
export { type Batch, type BatchOutcome, BatchResult, runEach } from './list/selection.tsx';
export { stopTask, TaskProgress } from './list/task.tsx';
export { canBeLive, connect, type LiveOptions, type LiveState, useLive } from './live.ts';
export { LiveMark } from './live-mark.tsx';
export { usePhone, useTouch } from './media.ts';
export { MobileProof } from './mobile-proof.tsx';
export { Modal } from './modal.tsx';
export {
  setDeclarationLoader,
  setEventLoader,
  useDeclaredEvents,
  useImportable,
  useReport,
  useResource,
} from './modules.ts';
export {
  announce,
  clearPastNotices,
  closeNotice,
  closeNotices,
  Notices,
  notify,
  REMOVED_WORDS,
  SENT_FOR_REVIEW,
  usePastNotices,
} from './notice.tsx';
export { now, useNow } from './now.ts';
export { nullIf } from './null-if.ts';
export { useOneCall } from './one-call.ts';
export { OrderButtons } from './order-buttons.tsx';
export type { LoadPageHelps, PageHelp, PageHelps } from './page-help.ts';
export type { WebPages } from './pages.ts';
export { PayDialog } from './pay-dialog.tsx';
export { ActButton, type ActButtonProps, Allowed, can, DisabledReason } from './permission.tsx';
export { Plate } from './plate.tsx';
export { type ClaimOffer, PlateClaimPage } from './plate-claim.tsx';
export { PrintButton, PrintSheet } from './print-slip.tsx';
export { loadPasswordPrompt, useProofRequest } from './proof.ts';
export { loadQrCode, QrCode } from './qr.tsx';
export { qrPath } from './qr-path.ts';
export { type FilterKey, queryClient, type RowOf, refreshLists, useListing } from './query.ts';
export { randomId } from './random-id.ts';
export { RawText } from './raw-text.tsx';
export { saveSheets } from './save-sheets.ts';
export {
  authorization,
  clearSession,
  currentUser,
  noteSignIn,
  passwordOfSignIn,
  readSession,
  type SessionKey,
  type SessionUser,
  setUser,
  tenantZone,
  useUser,
  writeSession,
} from './session.ts';
export { NoSite, SheetChoice } from './sheet-choice.tsx';
export { shrinkPicture } from './shrink-picture.ts';
export { SlotParts, SlotScope, useSlot, useSlots } from './slot.tsx';
export { CrashGuard, Empty, ErrorState, NoPermission, reportCrash, Skeleton } from './state.tsx';
export { createStore, type Store, useStore } from './store.ts';
export { renewStoredFiles } from './stored-file.ts';
export { TestedDialog } from './tested-dialog.tsx';
export { setTheme, type Theme, useTheme } from './theme.ts';
export {
  ALARM_TIMEOUT_MS,
  CallFailure,
  type CallOptions,
  type Envelope,
  type FieldIssue,
  goToSignIn,
  post,
} from './transport.ts';
export { Tree } from './tree/tree.tsx';
export type { TreeProps } from './tree/tree-props.ts';
export type { TreeMove, TreeNode } from './tree/tree-shape.ts';
export {
  clearUnsaved,
  type TabPlace,
  TabPlaceContext,
  unsavedPaths,
  useUnsaved,
  useUnsavedPaths,
} from './unsaved.ts';
export { WordChips, type Words, wordSource } from './word-chips.tsx';
export { ZoomPicture } from './zoom-picture.tsx';
