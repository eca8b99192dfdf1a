import { Button, Card, Checkbox, Flex, Form, Input, Typography } from 'antd';
import { createRoot } from 'react-dom/client';

/** A login page with the same fields as the product's, made of the library's form. */
function Login() {
  return (
    <Flex justify="center" align="center" style={{ minHeight: '100vh' }}>
      <Card style={{ width: 380 }}>
        <Typography.Title level={3}>停车管理</Typography.Title>
        <Form layout="vertical">
          <Form.Item name="tenant" label="租户编码" rules={[{ required: true }]}>
            <Input />
          </Form.Item>
          <Form.Item name="account" label="账号" rules={[{ required: true }]}>
            <Input />
          </Form.Item>
          <Form.Item name="password" label="密码" rules={[{ required: true }]}>
            <Input.Password />
          </Form.Item>
          <Form.Item name="remember" valuePropName="checked">
            <Checkbox>记住账号</Checkbox>
          </Form.Item>
          <Button type="primary" htmlType="submit" block>
            登录
          </Button>
        </Form>
      </Card>
    </Flex>
  );
}

createRoot(document.getElementById('root')!).render(<Login />);
