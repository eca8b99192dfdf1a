import { chargeBinding, chargeRule } from '@boyun/charging/contract';
import { box, camera } from '@boyun/devices/contract';
import { createSpots, garage, gate, lane, lot } from '@boyun/facilities/contract';
import { SpotBatch } from '@boyun/facilities/web';
import type { Listed, Resource } from '@boyun/kernel/contract';
import { can, listLink, refreshLists, useListing, useText } from '@boyun/kernel/web';
import { payChannel } from '@boyun/money/contract';
import { Button } from 'antd';
import { Rows3 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { CameraLink } from '../camera-link/camera-link.view.tsx';
import { MOST_ROWS, PartList } from './part-list.view.tsx';
import { cameraPreset, gatePreset, lanePreset } from './preset.view.ts';

/** Props of a step about parts. */
export interface StepProps {
  readonly row: Listed<typeof lot>;
}

/** Returns the rows of one kind in a lot, as far as they are read; the list of the step reads the same. */
function useParts<R extends Resource>(of: R, lotId: string): readonly Listed<R>[] {
  const found = useListing(of, { lotId, page: 1, perPage: MOST_ROWS, sort: null }, { isOff: !can(of.can.list) });
  return (found.data?.rows ?? []) as unknown as readonly Listed<R>[];
}

/** Garages, and batches of spots in them or in the open. */
export function GarageStep({ row }: StepProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PartList
        of={garage}
        lotId={row.id}
        facts={['floor', 'capacity', 'remark']}
        empty={{
          title: { zh: '还没有车库', en: 'No garages yet' },
          hint: {
            zh: '露天车场可以没有车库，直接批量新增车位',
            en: 'An open-air lot needs none: add its spots in a batch',
          },
        }}
        tools={
          <>
            {can(createSpots.access) && (
              <Button icon={<Rows3 />} onClick={() => setOpen(true)}>
                {t(createSpots.title)}
              </Button>
            )}
            <Link to={listLink('/_cloud_basic/spot', { lotId: row.id })}>{t({ zh: '全部车位', en: 'All spots' })}</Link>
          </>
        }
      />
      <Suspense fallback={null}>
        <SpotBatch
          isOpen={isOpen}
          lotId={row.id}
          onClose={() => {
            setOpen(false);
            void refreshLists(lot.name);
          }}
        />
      </Suspense>
    </>
  );
}

/** Gates. */
export function GateStep({ row }: StepProps) {
  const gates = useParts(gate, row.id);
  return (
    <PartList
      of={gate}
      lotId={row.id}
      preset={gatePreset(gates)}
      facts={['direction', 'position']}
      empty={{
        title: { zh: '还没有出入口', en: 'No gates yet' },
        hint: { zh: '车道装在出入口下，先添加出入口', en: 'Lanes belong to gates, so add the gates first' },
      }}
    />
  );
}

/** Lanes. */
export function LaneStep({ row }: StepProps) {
  const gates = useParts(gate, row.id);
  const lanes = useParts(lane, row.id);
  return (
    <PartList
      of={lane}
      lotId={row.id}
      preset={lanePreset(gates, lanes)}
      facts={['code', 'gateId', 'direction']}
      empty={{
        title: { zh: '还没有车道', en: 'No lanes yet' },
        hint: {
          zh: '至少需要一条入场车道和一条出场车道',
          en: 'At least one entry lane and one exit lane are required',
        },
      }}
    />
  );
}

/** Cameras, each connected here, and boxes. */
export function DeviceStep({ row }: StepProps) {
  const t = useText();
  const [linkedId, setLinkedId] = useState<string | null>(null);
  const lanes = useParts(lane, row.id);
  const cameras = useParts(camera, row.id);
  return (
    <>
      <h3>{t(camera.title)}</h3>
      <PartList
        of={camera}
        lotId={row.id}
        facts={['laneId', 'state', 'serialNo']}
        empty={{
          title: { zh: '还没有相机', en: 'No cameras yet' },
          hint: { zh: '每条车道至少一台相机', en: 'At least one camera per lane' },
        }}
        preset={cameraPreset(lanes, cameras)}
        onAdded={setLinkedId}
        rowActs={(one) => (
          <Button type="link" size="small" onClick={() => setLinkedId(one.id)}>
            {t(one.state === 'never' ? { zh: '接入', en: 'Connect' } : { zh: '接入状态', en: 'Connection' })}
          </Button>
        )}
      />
      <CameraLink cameraId={linkedId} onClose={() => setLinkedId(null)} />
      <h3>{t({ zh: '盒子', en: 'Boxes' })}</h3>
      <PartList
        of={box}
        lotId={row.id}
        facts={['serialNo', 'state', 'laneNames']}
        empty={{
          title: { zh: '还没有盒子', en: 'No boxes yet' },
          hint: { zh: '需要断网续传时添加', en: 'Add one if the lot must keep working when offline' },
        }}
      />
    </>
  );
}

/** Charge rules bound to the lot, and those that apply through its area or to all lots. */
export function TariffStep({ row }: StepProps) {
  const t = useText();
  return (
    <PartList
      of={chargeBinding}
      lotId={row.id}
      facts={['chargeRuleId', 'vehicleKinds', 'plateColors', 'fromDay', 'toDay']}
      isAlso={(one) => one.lotId === null && (one.areaId === null || one.areaId === row.areaId)}
      note={(one) =>
        one.lotId === null && (
          <span className="edit-note">
            {t(one.areaId ? { zh: '片区绑定', en: 'By its area' } : { zh: '全部车场', en: 'All lots' })}
          </span>
        )
      }
      empty={{
        title: { zh: '没有绑定收费规则', en: 'No charge rule is bound' },
        hint: { zh: '未绑定时车辆不收费', en: 'Without a charge rule, cars are not charged' },
      }}
      tools={
        <Link to="/_cloud_operation/chargeRule">
          {t({ zh: '管理{what}', en: 'Manage: {what}' }, { what: t(chargeRule.title) })}
        </Link>
      }
    />
  );
}

/** Payment channels of the lot, and those of the tenant that apply here. */
export function PaymentStep({ row }: StepProps) {
  const t = useText();
  return (
    <PartList
      of={payChannel}
      lotId={row.id}
      facts={['isEnabled', 'merchantNo', 'feePercent', 'keyState']}
      isAlso={(one) => one.lotId === null}
      note={(one) => one.lotId === null && <span className="edit-note">{t({ zh: '全部车场', en: 'All lots' })}</span>}
      empty={{
        title: { zh: '还没有支付渠道', en: 'No payment channels yet' },
        hint: {
          zh: '未配置时只能人工收款：司机到岗亭缴费或呼叫现场人员，二维码和支付页不能付款',
          en: 'Until one is added, only cash is accepted: drivers pay at the booth or call the attendant, and payment codes and pages take no payments',
        },
      }}
      tools={
        <Link to={listLink('/_cloud_basic/payConfig', {})}>{t({ zh: '设置密钥与测试', en: 'Keys and tests' })}</Link>
      }
    />
  );
}
