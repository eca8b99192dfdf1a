select partition_by_month('push_send');
