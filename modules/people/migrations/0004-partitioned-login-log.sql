select partition_by_month('login_log');
