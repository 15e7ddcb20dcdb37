/* Memory for camera pictures where the kernel has no /dev/dma_heap: ordinary shared memory in its
 * place.  Preloaded into Python; nothing else of libcamera or picamera2 is replaced. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static int shared_memory(size_t size)
{
	int fd = memfd_create("picture", MFD_CLOEXEC);
	if (fd >= 0 && ftruncate(fd, size) != 0) {
		close(fd);
		return -1;
	}
	return fd;
}

static int open_real(const char *function, const char *path, int flags, unsigned mode)
{
	if (strncmp(path, "/dev/dma_heap/", 14) == 0)
		return shared_memory(0);
	return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, function))(path, flags, mode);
}

#define OPENS(function)                                                                         \
	int function(const char *path, int flags, ...)                                              \
	{                                                                                           \
		va_list more;                                                                           \
		va_start(more, flags);                                                                  \
		unsigned mode = va_arg(more, unsigned);                                                 \
		va_end(more);                                                                           \
		return open_real(#function, path, flags, mode);                                         \
	}
OPENS(open)
OPENS(open64)

int ioctl(int fd, unsigned long request, ...)
{
	va_list more;
	va_start(more, request);
	void *argument = va_arg(more, void *);
	va_end(more);
	if ((unsigned)request == (unsigned)DMA_HEAP_IOCTL_ALLOC) {
		struct dma_heap_allocation_data *wanted = argument;
		int memory = shared_memory(wanted->len);
		wanted->fd = memory;
		return memory < 0 ? -1 : 0;
	}
	if (_IOC_TYPE((unsigned)request) == DMA_BUF_BASE)
		return 0; /* shared memory needs no flushing of caches */
	return ((int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl"))(fd, request, argument);
}
