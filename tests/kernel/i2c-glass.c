// SPDX-License-Identifier: GPL-2.0
/*
 * An I2C bus, /dev/i2c-1, with a small display at 0x3c, or with nothing at it while `there` is N.
 *
 * What was sent to it is read from /dev/glass, where it is taken away: of each transfer two bytes
 * of its length, low byte first, and the transfer itself. Whoever reads judges what that would show.
 */
#include <linux/i2c.h>
#include <linux/kfifo.h>
#include <linux/miscdevice.h>
#include <linux/module.h>

#define ADDRESS 0x3c

static bool there = true;
module_param(there, bool, 0644);

static DEFINE_MUTEX(lock);
static DECLARE_KFIFO(sent, u8, 1 << 22);

static int transferred(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int at;

	for (at = 0; at < count; at++) {
		struct i2c_msg *message = &messages[at];
		u8 head[2] = { message->len & 0xff, message->len >> 8 };

		if (!there || message->addr != ADDRESS)
			return -ENXIO;
		if (message->flags & I2C_M_RD)
			return -EOPNOTSUPP; /* as with many such displays, it cannot be read */
		mutex_lock(&lock);
		if (kfifo_avail(&sent) >= message->len + sizeof(head)) {
			kfifo_in(&sent, head, sizeof(head));
			kfifo_in(&sent, message->buf, message->len);
		}
		mutex_unlock(&lock);
	}
	return count;
}

static u32 able(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static ssize_t taken(struct file *file, char __user *to, size_t size, loff_t *at)
{
	unsigned int copied;
	int failed;

	mutex_lock(&lock);
	failed = kfifo_to_user(&sent, to, size, &copied);
	mutex_unlock(&lock);
	return failed ? failed : copied;
}

static const struct i2c_algorithm algorithm = { .master_xfer = transferred, .functionality = able };
static struct i2c_adapter bus = {
	.owner = THIS_MODULE, .name = "i2c-glass", .nr = 1, .algo = &algorithm,
};
static const struct file_operations deeds = { .owner = THIS_MODULE, .read = taken };
static struct miscdevice glass = { .minor = MISC_DYNAMIC_MINOR, .name = "glass", .fops = &deeds };

static int __init begin(void)
{
	int failed;

	INIT_KFIFO(sent);
	failed = misc_register(&glass);
	if (failed)
		return failed;
	failed = i2c_add_numbered_adapter(&bus);
	if (failed)
		misc_deregister(&glass);
	return failed;
}

static void __exit end(void)
{
	i2c_del_adapter(&bus);
	misc_deregister(&glass);
}

module_init(begin);
module_exit(end);
MODULE_DESCRIPTION("An I2C bus with a small display that can be unplugged");
MODULE_LICENSE("GPL");
