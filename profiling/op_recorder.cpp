#include "profiling/op_recorder.h"
